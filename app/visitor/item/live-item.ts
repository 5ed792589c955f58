import { fetchPage } from '../live-list/fetch-page.ts'
import { refetchOnRevision, revisionOf } from '../live-list/refetch-on-revision.ts'
import { enhanceGallery } from './gallery.ts'
import { applySizeChoice } from './size-choice.ts'

/** The statuses of a page that says that the item is missing. */
const missingStatuses = [404, 410]

/**
 * Keeps the page of an item up to date: on a new revision of the catalogue, fetches the page again and replaces the parts
 * that have changed. While that fails, the page stays as it is.
 *
 * @returns a listener for the live connection; `undefined` for a missing item.
 */
export function startLiveItem() {
  const item = document.querySelector<HTMLElement>('.item')
  if (!item) return undefined
  /** Each part as the server sent it: scripts have changed the elements since. */
  const shown = new Map([...partsOf(document)].map(([name, part]) => [name, htmlOf(part)]))
  let latest = revisionOf(item)

  const refetch = async () => {
    const wanted = latest
    const page = await fetchPage(missingStatuses)
    const fresh = page.querySelector<HTMLElement>('.item')
    if (fresh && !item.isConnected) location.reload() // It is back.
    else if (fresh && replaceParts(page, shown)) announce(item.dataset['updated'])
    else if (!fresh && item.isConnected) showMissing(page)
    return fresh ? revisionOf(fresh) : wanted
  }
  const listener = refetchOnRevision(refetch, latest)
  return {
    ...listener,
    onRevision: (revision: number) => {
      latest = revision
      listener.onRevision(revision)
    },
  }
}

function partsOf(root: ParentNode): Map<string, HTMLElement> {
  const parts = root.querySelectorAll<HTMLElement>('[data-part]')
  return new Map([...parts].map((part) => [part.dataset['part'] ?? '', part]))
}

/** Without what is for browsers without script: with script, they read it as text, and write it in another way. */
function htmlOf({ outerHTML }: HTMLElement): string {
  const pieces = outerHTML.split('<noscript>')
  return pieces.map((piece) => piece.split('</noscript>').at(-1)).join('')
}

function sizesOf(root: ParentNode): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>('.sizes input')]
}

/** @returns whether a part of the item has changed. */
function replaceParts(page: Document, shown: Map<string, string>): boolean {
  const fresh = partsOf(page)
  const size = document.querySelector<HTMLInputElement>('.sizes :checked')?.value
  const isSizeGone = size !== undefined && !sizesOf(page).some(({ value }) => value === size)
  if (isSizeGone) shown.clear() // Other parts have its text.
  let hasChanged = false
  for (const [name, old] of partsOf(document)) {
    const part = fresh.get(name)
    if (!part) continue
    const html = htmlOf(part)
    if (html === shown.get(name)) continue
    shown.set(name, html)
    replacePart(old, document.adoptNode(part))
    if (name === 'photos') enhanceGallery()
    hasChanged ||= name !== 'more'
  }
  applySizeChoice()
  return hasChanged
}

/** Keeps the focus, the chosen size, the photo that is shown and what is unfolded. */
function replacePart(old: HTMLElement, part: HTMLElement): void {
  const hadFocus = old.contains(document.activeElement)
  const strip = old.querySelector('.strip')
  const left = strip?.scrollLeft
  const size = old.querySelector<HTMLInputElement>('.sizes :checked')?.value
  const unfolded = new Set([...old.querySelectorAll('[open] summary')].map(({ textContent }) => textContent))
  old.replaceWith(part)
  for (const summary of part.querySelectorAll('summary')) {
    summary.parentElement!.toggleAttribute('open', unfolded.has(summary.textContent))
  }
  for (const input of sizesOf(part)) input.checked = input.value === size
  if (left !== undefined) part.querySelector('.strip')?.scrollTo({ left, behavior: 'instant' })
  if (!hadFocus) return
  const next =
    part.querySelector<HTMLElement>(':checked, .button') ?? part.querySelector<HTMLElement>('a, input, summary')
  next?.focus({ preventScroll: true })
}

/** Shows what the page of a missing item shows. */
function showMissing(page: Document): void {
  const main = document.querySelector('main')
  const fresh = page.querySelector('main')
  if (!main || !fresh) return
  main.replaceChildren(...fresh.childNodes)
  for (const around of document.querySelectorAll('.breadcrumb, .more')) around.remove()
  const more = page.querySelector('.more')
  if (more) main.after(more)
  scrollTo({ top: 0, behavior: 'instant' })
  main.querySelector('.page-message div')?.setAttribute('role', 'alert')
}

function announce(text: string | undefined): void {
  const status = document.querySelector('.item-text > .share [role=status]')
  if (status) status.textContent = text ?? ''
}
