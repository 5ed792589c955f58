import { formatPrice } from '../../src/domain/money.ts'

/** A price in LKR, or the words for "none". Rendered on the server alone, whose number formats are known. */
export function Price({ price, none }: { price: number | null; none: string }) {
  return <p className="price">{price === null ? none : formatPrice(price)}</p>
}
