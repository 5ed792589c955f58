import type { Parsed } from './field-table.ts'

/** The highest price of an item, in LKR. Exported for tests. */
export const maxPrice = 1_000_000_000

/** The longest text that is parsed as a price: twice the length of a billion with separators and currency. */
const maxPriceCharacters = 40

/** Two prices, as in `4500-5000`; and a point before three digits, as in `4.500`, which could be either number. */
type UnclearPrice = 'priceRange' | 'priceUnclear'

/**
 * Parses a price as people type it: `12500`, `12,500`, `12 500.50`, `Rs 12,500/-`, `LKR 12,500`, `12,500 LKR`; `null` when it
 * is empty.
 */
export function parsePrice(input: unknown): Parsed<number | null> {
  const amount = typeof input === 'string' ? readText(input.trim()) : (input ?? null)
  if (amount === null) return { value: null }
  if (amount === 'priceRange' || amount === 'priceUnclear') return { problem: { code: amount } }
  if (typeof amount !== 'number' || !(amount >= 0)) return { problem: { code: 'notAPrice' } }
  if (amount > maxPrice) return { problem: { code: 'priceTooHigh', max: maxPrice } }
  return { value: Math.round(amount * 100) / 100 + 0 }
}

function readText(text: string): number | UnclearPrice | null {
  if (text === '') return null
  return text.length > maxPriceCharacters ? Number.NaN : readAmount(text)
}

const units = ['/-', '/–', '/=', '/']

const currency = '(?:LKR|Rs|rupees|රු(?:පියල්)?|ரூ(?:பா(?:ய்)?)?)\\.?'
const onlyCurrency = /* @__PURE__ */ new RegExp(`^${currency}$`, 'iu')
const currencyBefore = new RegExp(`^${currency}\\s*`, 'iu')
const currencyAfter = new RegExp(`${currency}$`, 'iu')

/** Whether a word is the currency, as people write it before or after an amount. */
export function isCurrency(word: string): boolean {
  return onlyCurrency.test(word)
}

/** Digits, optionally in groups of three, or groups of two before the last three (`12,50,000`); then cents. */
const amountForm = /^\d+(?:(?:[,\s]\d{2,3})*[,\s]\d{3})?(?:\.\d{1,2})?$/u

function readAmount(text: string): number | UnclearPrice {
  const unit = units.find((each) => text.endsWith(each)) ?? ''
  const amount = text
    .slice(0, text.length - unit.length)
    .trimEnd()
    .replace(currencyBefore, '')
    .replace(currencyAfter, '')
    .trimEnd()
  if (amountForm.test(amount)) return Number(amount.replaceAll(/[,\s]/gu, ''))
  if (/^\d{1,3}(?:\.\d{3})+$/.test(amount)) return 'priceUnclear'
  return /^\d[\d,.]*\s?(?:-|–|to)\s?\d[\d,.]*$/iu.test(amount) ? 'priceRange' : Number.NaN
}
