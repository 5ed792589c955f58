/** The highest price of an item, in LKR. Exported for tests. */
export const maxPrice = 1_000_000_000

const lkr = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'LKR',
  trailingZeroDisplay: 'stripIfInteger',
})

/** `12500` → `LKR 12,500` (with a no-break space); with cents only if they are not zero. */
export function formatPrice(price: number): string {
  return lkr.format(price)
}

/** The longest text that is parsed as a price: twice the length of a billion with separators and currency. */
const maxPriceCharacters = 40

/** A parsed price: the number in LKR, `null` when it is empty, or the fault. */
export type ReadPrice = { readonly price: number | null } | { readonly fault: 'not-a-price' | 'too-high' }

/** Parses a price as people type it: `12500`, `12,500`, `12 500.50`, `Rs 12,500/-`, `LKR 12,500`. */
export function readPrice(input: unknown): ReadPrice {
  const amount = typeof input === 'string' ? readText(input.trim()) : (input ?? null)
  if (amount === null) return { price: null }
  if (typeof amount !== 'number' || !(amount >= 0)) return { fault: 'not-a-price' }
  return amount > maxPrice ? { fault: 'too-high' } : { price: Math.round(amount * 100) / 100 + 0 }
}

function readText(text: string): number | null {
  if (text === '') return null
  return text.length > maxPriceCharacters ? Number.NaN : readAmount(text)
}

const units = ['/-', '/–', '/=', '/']

/** Digits, optionally in groups of three, or groups of two before the last three (`12,50,000`); then cents. */
const amountForm = /^\d+(?:(?:[,\s]\d{2,3})*[,\s]\d{3})?(?:\.\d{1,2})?$/u

function readAmount(text: string): number {
  const unit = units.find((each) => text.endsWith(each)) ?? ''
  const amount = text
    .slice(0, text.length - unit.length)
    .trimEnd()
    .replace(/^(?:LKR|Rs\.?|රු\.?)\s*/iu, '')
  return amountForm.test(amount) ? Number(amount.replaceAll(/[,\s]/gu, '')) : Number.NaN
}
