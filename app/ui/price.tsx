import { formatLocalPrice } from '../../src/domain/local-formats.ts'
import { useServerMessages } from '../use-messages.ts'

/** A price in LKR, or the text for "none". Rendered only on the server, because number formats differ between browsers. */
export function Price({ price, none }: { price: number | null; none: string }) {
  const { site } = useServerMessages()
  return <p className="price">{price === null ? none : formatLocalPrice(price, site.language)}</p>
}
