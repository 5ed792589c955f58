import { formatPrice } from '../../src/domain/money.ts'

/** A price in LKR, or the text for "none". Rendered only on the server, because number formats differ between browsers. */
export function Price({ price, none }: { price: number | null; none: string }) {
  return <p className="price">{price === null ? none : formatPrice(price)}</p>
}
