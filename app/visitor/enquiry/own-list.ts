import {
  enquiryListPath,
  formatEntries,
  maxEntries,
  parseEntries,
  type EnquiryEntry,
} from '../../../src/domain/enquiry-list.ts'
import { enquiryPath } from '../../../src/domain/page-paths.ts'
import { isPlainClick } from '../../ui/plain-click.ts'

const ownMark = 'own'

/**
 * On the page of an enquiry: goes to the visitor's own list if the address names none, and stores what its links change, also
 * those that were followed before this script ran, or into a new tab. The list of somebody else changes nothing that this browser
 * has stored.
 */
export function followOwnList(): void {
  const shown = listAt(location)
  if ('noStorage' in document.documentElement.dataset) return
  if (shown !== null && shown !== storedList() && history.state !== ownMark) {
    if (!isFromOwnList()) return
    localStorage['enquiry'] = shown
  }
  // Then 'Back' to this page leads to the list as it is.
  history.replaceState(ownMark, '')
  let isLeaving = false
  const followStored = () => {
    const stored = storedList()
    if (stored === (shown ?? '')) return
    const entries = validEntries(stored)
    localStorage['enquiry'] = formatEntries(entries)
    isLeaving = true
    location.replace(enquiryListPath(entries).replace(enquiryPath, location.pathname))
  }
  followStored()
  for (const event of ['pageshow', 'storage']) addEventListener(event, followStored)
  document.querySelector('main')?.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>(`a[href*="${enquiryPath}?"]`)
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    // On a slow network, the links of the old page are there for a while: they do not have the change.
    // A link that changes nothing, such as the size chosen already, would not leave the page.
    if (isLeaving || link.search === location.search) return
    isLeaving = true
    localStorage['enquiry'] = listAt(link) ?? ''
    location.replace(link.href)
  })
}

/** Whether a link on the page of the visitor's own list led here. Other pages of the shop have no link to a list. */
function isFromOwnList(): boolean {
  const from = new URL(document.referrer || location.href)
  return from.origin + from.pathname === location.origin + location.pathname && listAt(from) === storedList()
}

/** The visitor's own list, in the form of `formatEntries`. Throws where storage is blocked. */
function storedList(): string {
  return (localStorage['enquiry'] as string | undefined) ?? ''
}

/** Another program may have changed what is stored: then the rest is asked for. */
function validEntries(stored: string): readonly EnquiryEntry[] {
  return stored
    .split('~')
    .flatMap((entry) => parseEntries(entry) ?? [])
    .slice(0, maxEntries)
}

/** @returns `null` for an address without a list. */
function listAt({ search }: Location | HTMLAnchorElement | URL): string | null {
  return new URLSearchParams(search).get('pieces')
}
