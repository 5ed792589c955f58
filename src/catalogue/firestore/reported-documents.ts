import { withTimeout } from '../../google/firestore-error.ts'
import type { ItemDocument } from './item-document.ts'

/** A document that is about to be written. */
export interface ExpectedDocument extends Disposable {
  /** Waits for a listener to report it; `undefined` if none does in time. */
  reported(): Promise<ItemDocument | undefined>
}

/**
 * Gives documents that this process writes to their writers, as soon as one of its listeners reports them: reading them back
 * would cost another read.
 */
export class ReportedDocuments {
  readonly #reportMs: number
  readonly #takers = new Set<(document: ItemDocument) => void>()

  /** @param reportMs how long a writer waits; a connected listener reports a write in a fraction of the default. */
  constructor(reportMs = 1_000) {
    this.#reportMs = reportMs
  }

  /** @param newerThan the version that the write replaces, as in `updatedAt`. */
  expect(id: string, newerThan = 0): ExpectedDocument {
    const { promise, resolve } = Promise.withResolvers<ItemDocument>()
    const take = (document: ItemDocument) => {
      if (document.item.id === id && document.updatedAt > newerThan) resolve(document)
    }
    this.#takers.add(take)
    return {
      reported: () => withTimeout(this.#reportMs, promise).catch(() => undefined),
      [Symbol.dispose]: () => this.#takers.delete(take),
    }
  }

  report(documents: readonly ItemDocument[]): void {
    for (const take of this.#takers) for (const document of documents) take(document)
  }
}
