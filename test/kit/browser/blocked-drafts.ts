import type { Page } from '@playwright/test'

/** Begins a transaction of the page's drafts, so that every later one waits. @returns a function that ends it. */
export async function blockDrafts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(block)
  return () => page.evaluate('void (globalThis.isDraftStoreFree = true)')
}

const block = `new Promise((resolve, reject) => {
  globalThis.isDraftStoreFree = false
  const opening = indexedDB.open('stockinette')
  opening.onerror = reject
  opening.onsuccess = () => {
    const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
    const repeat = () => {
      if (!globalThis.isDraftStoreFree) drafts.count().onsuccess = repeat
      resolve()
    }
    repeat()
  }
})`
