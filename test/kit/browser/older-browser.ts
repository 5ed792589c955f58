import type { Page } from '@playwright/test'

/** Removes from pages what is newer than Safari 16.4, the last one of many phones in use, and could be called by mistake. */
export function makeOlder(page: Page): Promise<unknown> {
  return page.addInitScript(`
    const newer = [
      [URL, 'canParse', 'parse'],
      [Promise, 'try', 'withResolvers'],
      [AbortSignal, 'any'],
      [Map, 'groupBy'],
      [Map.prototype, 'getOrInsert', 'getOrInsertComputed'],
      [Object, 'groupBy'],
      [Set.prototype, 'difference', 'intersection', 'isSubsetOf', 'union'],
      [Iterator.prototype, 'filter', 'find', 'flatMap', 'map', 'some', 'toArray'],
      [RegExp, 'escape'],
      [Uint8Array, 'fromBase64'],
      [Uint8Array.prototype, 'toBase64', 'toHex'],
      [Blob.prototype, 'bytes'],
      [ReadableStream.prototype, Symbol.asyncIterator, 'values'],
      [Document.prototype, 'startViewTransition'],
      [HTMLElement.prototype, 'hidePopover', 'showPopover', 'togglePopover'],
      [globalThis, 'navigation', 'requestIdleCallback', 'scheduler'],
    ]
    for (const [object, ...names] of newer) for (const name of names) delete object[name]
  `)
}
