import type { EnquiryEntry, EnquiryList } from '../../src/domain/enquiry-list.ts'
import { chosenSize, type EnquiryLine } from '../../src/domain/enquiry.ts'
import type { Item } from '../../src/domain/item.ts'
import type { PageServices } from '../../src/pages/page.ts'

/** A piece of an enquiry. */
export interface EnquiryRow {
  readonly entry: EnquiryEntry
  /** `undefined`: visitors do not see an item with this id. */
  readonly item: Item | undefined
}

export interface Enquiry {
  readonly rows: readonly EnquiryRow[]
  /** The piece that was taken out last. */
  readonly removed: EnquiryRow | undefined
}

export async function loadEnquiry(search: PageServices['search'], { entries, before }: EnquiryList): Promise<Enquiry> {
  const all = [...entries, ...before]
  const items = all.length === 0 ? [] : await search.findVisible([...new Set(all.map(({ id }) => id))])
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const toRow = (entry: EnquiryEntry) => ({ entry, item: itemsById.get(entry.id) })
  const ids = new Set(entries.map(({ id }) => id))
  return { rows: entries.map(toRow), removed: before.filter(({ id }) => !ids.has(id)).map(toRow)[0] }
}

/** What the message says of the pieces: nothing of those that nobody sees. */
export function toLines({ rows }: Pick<Enquiry, 'rows'>): readonly EnquiryLine[] {
  return rows.flatMap(({ entry, item }) => (item === undefined ? [] : [{ item, size: chosenSize(item, entry) }]))
}

/** The sum of the prices that are known, and whether all are. */
export function sumPrices(lines: readonly EnquiryLine[]): { readonly total: number; readonly isComplete: boolean } {
  const prices = lines.map(({ item }) => item.price).filter((price) => price !== null)
  return { total: prices.reduce((sum, price) => sum + price, 0), isComplete: prices.length === lines.length }
}
