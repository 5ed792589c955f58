import { maxEntries } from '../../../src/domain/enquiry-list.ts'

const root = document.documentElement
/** The number in the header's link. */
const count = document.querySelector<HTMLElement>('.asked b')!

/**
 * Makes the buttons of `add-button.tsx` add items to the visitor's enquiry, and keeps them and the link in the header up to date:
 * another tab may change it. Where storage is blocked, there are no buttons (`early-script.ts`). The list is stored in the form of
 * `formatEntries`, which this does in fewer bytes: it is on every page.
 */
export function offerEnquiry(): void {
  if ('noStorage' in root.dataset) return
  showEnquiry()
  for (const event of ['pageshow', 'storage']) addEventListener(event, showEnquiry)
  addEventListener('click', ({ target, detail }) => {
    const button = (target as Element).closest<HTMLButtonElement>('.add')
    // The second click of a double click would undo the first.
    if (!button || detail > 1) return
    const entries = readEntries()
    const id = (button.previousElementSibling as HTMLAnchorElement).pathname.split('/').pop()!
    if (entries.delete(id)) storeEntries(entries)
    else if (entries.size < maxEntries) storeEntries(entries.set(id, id + button.value))
    else count.click() // The page that it links to says that the list is full.
  })
}

/** Changes the size of an item that is in the visitor's enquiry. @param size as the value of the button, after a full stop. */
export function changeSize(id: string, size: string): void {
  const entries = readEntries()
  if (entries.has(id)) storeEntries(entries.set(id, id + size))
}

function readEntries(): Map<string, string> {
  const list = (localStorage['enquiry'] as string | undefined) ?? ''
  return new Map(Array.from(list.matchAll(/([\w-]+)[^~]*/g), ([entry, id]) => [id!, entry]))
}

function storeEntries(entries: ReadonlyMap<string, string>): void {
  root.dataset['enquiry'] = localStorage['enquiry'] = [...entries.values()].join('~')
  showEnquiry()
}

/** The items of the list have another button: the first style rule of the page (`added.css`) has them in its selector. */
function showEnquiry(): void {
  const ids = [...readEntries().keys()]
  // As the page was sent. Another selector would cost every element its style.
  if (ids.length === 0 && count.textContent === '') return
  count.textContent = String(ids.length)
  // Extensions of browsers add sheets of their own, such as those of a dark mode at the beginning of the head.
  const { sheet } = document.querySelector<HTMLStyleElement>('link ~ style')!
  const rule = sheet!.cssRules[0] as CSSStyleRule
  rule.selectorText = ['', ...ids].map((id) => `[href$="/${id}"]+.add`).join()
}
