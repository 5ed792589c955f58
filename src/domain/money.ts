/** The most that a piece may cost, in LKR. Exported for tests. */
export const maxPrice = 1_000_000_000

const lkr = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'LKR',
  trailingZeroDisplay: 'stripIfInteger',
})

/** `12500` → `LKR 12,500` (with a no-break space); cents only when there are some. */
export function formatPrice(price: number): string {
  return lkr.format(price)
}

/**
 * Reads a price as people type it: `12500`, `12,500`, `12 500.50`, `Rs 12,500/-`, `LKR 12,500`.
 *
 * @returns the price in LKR, `null` when there is none, `NaN` when it cannot be read or is out of bounds.
 */
export function parsePrice(input: unknown): number | null {
  if (input === undefined || input === null) return null
  if (typeof input === 'string') {
    const text = input.trim()
    return text === '' ? null : bounded(readAmount(text))
  }
  return typeof input === 'number' ? bounded(input) : Number.NaN
}

function readAmount(text: string): number {
  const amount = text
    .replace(/^(?:LKR|Rs\.?|රු\.?)\s*/iu, '')
    .replace(/\s*\/[-–=]?$/u, '')
    .replace(/(?<=\d)[,\s](?=(?:\d{2}[,\s])*\d{3}(?:\D|$))/gu, '')
  return /^\d+(?:\.\d{1,2})?$/.test(amount) ? Number(amount) : Number.NaN
}

function bounded(price: number): number {
  const inBounds = price >= 0 && price <= maxPrice
  return inBounds ? Math.round(price * 100) / 100 + 0 : Number.NaN
}
