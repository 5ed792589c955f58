import { enquiryPath } from './page-paths.ts'

/** A piece that a visitor wants to ask for. */
export interface EnquiryEntry {
  readonly id: string
  /** The size, as {@link sizeKey} writes it; `null` for none. */
  readonly size: string | null
}

/** The pieces of an enquiry, and those before the last change, which can be undone; empty for none. */
export interface EnquiryList {
  readonly entries: readonly EnquiryEntry[]
  readonly before: readonly EnquiryEntry[]
}

/** The most pieces of an enquiry. */
export const maxEntries = 10

/** The longest size of a choice (`sizes.ts`). */
const maxSizeLength = 24

/** The id, and after a full stop the size. Other programs may choose ids: see `isItemId`. */
const entryForm = /^([\w-]{1,128})(?:\.(.+))?$/s

/** Longer than any list. Shorter ones are checked piece by piece. */
const maxListLength = maxEntries * (128 + 1 + maxSizeLength + 1)

/** The name of a size in a list. */
export function sizeKey(size: string): string {
  return size.replaceAll('~', '-')
}

/** The pieces in the form in which browsers store them (`localStorage`, `enquiry`) and addresses have them. */
export function formatEntries(entries: readonly EnquiryEntry[]): string {
  return entries.map(({ id, size }) => (size === null ? id : `${id}.${size}`)).join('~')
}

/** @returns `undefined` for what is no list. Of a piece that is listed twice, the later size. */
export function parseEntries(list: string): readonly EnquiryEntry[] | undefined {
  if (list === '') return []
  if (list.length > maxListLength) return undefined
  const entries = new Map<string, EnquiryEntry>()
  const parts = list.split('~')
  if (parts.length > maxEntries) return undefined
  for (const part of parts) {
    const [, id, size = null] = entryForm.exec(part) ?? []
    if (id === undefined || (size?.length ?? 0) > maxSizeLength) return undefined
    entries.set(id, { id, size })
  }
  return [...entries.values()]
}

const parameters = { entries: 'pieces', before: 'before' } as const

/** Reads the query of an address. Unknown parameters count as absent. @returns `undefined` if there is no such list. */
export function readEnquiryList(search: URLSearchParams): EnquiryList | undefined {
  const read = (name: string) => {
    const [list = '', ...others] = search.getAll(name)
    return others.length === 0 ? parseEntries(list) : undefined
  }
  const entries = read(parameters.entries)
  const before = read(parameters.before)
  return entries && before ? { entries, before } : undefined
}

/** The path and query of the page that shows a list: the same for the same pieces. */
export function enquiryListPath(entries: readonly EnquiryEntry[], before: readonly EnquiryEntry[] = []): string {
  if (entries.length + before.length === 0) return enquiryPath
  const undo = before.length === 0 ? '' : `&${parameters.before}=${encodeURIComponent(formatEntries(before))}`
  return `${enquiryPath}?${parameters.entries}=${encodeURIComponent(formatEntries(entries))}${undo}`
}
