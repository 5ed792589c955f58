import type { Page } from '@playwright/test'

/** Safari before 17.2 rejects this orientation, by another name its default. */
const olderWorker = `
  const decode = globalThis.createImageBitmap
  globalThis.createImageBitmap = async (file, options) => {
    if (options?.imageOrientation === 'from-image') throw new TypeError('Type error')
    return decode(file, options)
  }
`

/** Removes from pages what is newer than Safari 16.4, the last one of many phones in use, and could be called by mistake. */
export async function makeOlder(page: Page): Promise<void> {
  await page.route('**/resize-worker-*.js', async (route) => {
    const response = await route.fetch()
    const body = olderWorker + (await response.text())
    await route.fulfill({ body, contentType: 'text/javascript' })
  })
  await page.addInitScript(`
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
      [HTMLElement.prototype, 'hidePopover', 'popover', 'showPopover', 'togglePopover'],
      [globalThis, 'navigation', 'requestIdleCallback', 'scheduler'],
    ]
    for (const [object, ...names] of newer) for (const name of names) delete object[name]
  `)
}
