import { withTimeout } from '../../google/firestore-error.ts'
import type { ItemDocument } from './item-document.ts'

/**
 * Gives documents that this process writes to their writers, as soon as one of its listeners reports them: reading them back
 * would cost another read.
 *
 * @param reportMs how long a writer waits; a connected listener reports a write in a fraction of the default.
 */
export function createReportedDocuments(reportMs = 1_000) {
  const takers = new Set<(document: ItemDocument) => void>()
  return {
    /**
     * For a document that is about to be written.
     *
     * @param newerThan the version that the write replaces, as in `updatedAt`.
     */
    expect(id: string, newerThan = 0) {
      const { promise, resolve } = Promise.withResolvers<ItemDocument>()
      const take = (document: ItemDocument) => {
        if (document.item.id === id && document.updatedAt > newerThan) resolve(document)
      }
      takers.add(take)
      return {
        /** Waits for a listener to report it; `undefined` if none does in time. */
        reported: () => withTimeout(reportMs, promise).catch(() => undefined),
        [Symbol.dispose]: () => void takers.delete(take),
      }
    },
    report(documents: readonly ItemDocument[]): void {
      for (const take of takers) for (const document of documents) take(document)
    },
  }
}
