import type { CollectionReference } from '@google-cloud/firestore'

import { categoryKey } from '../../domain/catalogue/category.ts'
import type { ManagedItem } from '../../domain/item-state.ts'
import { callFirestore } from '../../google/call-firestore.ts'
import type { FirestoreClient } from '../../google/firestore-client.ts'
import { isRetryable, isWriteConflict, withTimeout } from '../../google/firestore-error.ts'
import { changeTime } from './item-document.ts'
import type { Mirror } from './mirror/mirror.ts'
import type { ReportedDocuments } from './reported-documents.ts'

const attemptMs = 8_000

/**
 * The number of items in one batch, which is atomic. Two of them are fewer changes than a listener reports at once: no
 * process has to fill its mirror again.
 */
const batchSize = 20

export interface RenameOptions {
  readonly client: Pick<FirestoreClient, 'firestore' | 'serverTimestamp' | 'createTimestamp'>
  readonly items: CollectionReference
  readonly mirror: Mirror
  readonly reported: ReportedDocuments
}

/**
 * Gives all items of a category another one, in batches. Each waits until a listener of this process has reported the one
 * before, so that the listeners of all processes keep up.
 *
 * @returns how many items were changed. Rejects with ShopError `storage-unavailable`.
 */
export async function renameCategory(options: RenameOptions, from: string, to: string): Promise<number> {
  const mirrored = await options.mirror.items()
  const isOld = ({ category }: ManagedItem) => categoryKey(category) === categoryKey(from) && category !== to
  let count = 0
  let last: bigint | null = null
  for (;;) {
    const found = mirrored.index.listCategory(from, last, batchSize)
    const ids = found.map(({ id }) => id)
    const tried = new Set<string>()
    const attempt = async () => {
      const batch = ids
        .map((id) => mirrored.find(id))
        .filter((item) => item !== undefined)
        .filter(isOld)
      for (const { id } of batch) tried.add(id)
      if (batch.length > 0) await writeBatch(options, batch, to)
    }
    await callFirestore(attempt, {
      shouldRetry: ({ error }) => isRetryable(error) || isWriteConflict(error),
      onFailedAttempt: () => withTimeout(attemptMs, options.mirror.readAgain(ids)),
    })
    count += [...tried].filter((id) => mirrored.find(id)?.category === to).length
    last = found.at(-1)?.place ?? null
    if (last === null) return count
  }
}

/** Writes all items of the batch, or none if one of them has changed. */
async function writeBatch(options: RenameOptions, batch: readonly ManagedItem[], category: string): Promise<void> {
  const { client, items, mirror, reported } = options
  using expected = new DisposableStack()
  const writes = client.firestore.batch()
  const reports = batch.map(({ id, version }) => {
    const microseconds = Number(version)
    const lastUpdateTime = client.createTimestamp(
      Math.floor(microseconds / 1_000_000),
      (microseconds % 1_000_000) * 1_000,
    )
    writes.update(items.doc(id), { category, [changeTime]: client.serverTimestamp() }, { lastUpdateTime })
    return { id, document: expected.use(reported.expect(id, microseconds)) }
  })
  await withTimeout(attemptMs, writes.commit())
  const answers = await Promise.all(reports.map(async ({ id, document }) => ({ id, known: await document.reported() })))
  const unknown = answers.filter(({ known }) => known === undefined).map(({ id }) => id)
  if (unknown.length > 0) await withTimeout(attemptMs, mirror.readAgain(unknown))
}
