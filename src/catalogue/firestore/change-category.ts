import { categoryKey } from '../../domain/catalogue/category.ts'
import type { ManagedItem } from '../../domain/item-state.ts'
import { attemptMs, callFirestore, retriesConflicts } from '../../google/call-firestore.ts'
import { isWriteConflict, withTimeout } from '../../google/firestore-error.ts'
import type { ItemCollection } from './item-collection.ts'
import { changeTime } from './item-document.ts'
import type { Mirror } from './mirror/mirror.ts'

export interface ChangeOptions extends ItemCollection {
  readonly mirror: Mirror
}

/**
 * Gives those of the items another category that are still in this one, in one batch, which is atomic. Waits until a listener
 * of this process has reported it, so that the listeners of all processes keep up with many batches.
 *
 * @returns how many items were changed. Rejects with ShopError `storage-unavailable`.
 */
export async function changeCategory(
  options: ChangeOptions,
  ids: readonly string[],
  from: string,
  to: string,
): Promise<number> {
  const mirrored = await options.mirror.items()
  const isOld = ({ category }: ManagedItem) => categoryKey(category) === categoryKey(from) && category !== to
  const tried = new Set<string>()
  let isOutdated = false
  const attempt = async () => {
    if (isOutdated) await options.mirror.readAgain(ids)
    const batch = ids.flatMap((id) => mirrored.find(id) ?? []).filter(isOld)
    for (const { id } of batch) tried.add(id)
    if (batch.length > 0) await writeBatch(options, batch, to)
  }
  await callFirestore(attempt, {
    ...retriesConflicts,
    onFailedAttempt: ({ error }) => {
      if (isWriteConflict(error)) isOutdated = true
    },
  })
  return [...tried].filter((id) => mirrored.find(id)?.category === to).length
}

/** Writes all items of the batch, or none if one of them has changed. */
async function writeBatch(options: ChangeOptions, batch: readonly ManagedItem[], category: string): Promise<void> {
  const { firestore, serverTimestamp, createTimestamp, items, mirror, reported } = options
  using expected = new DisposableStack()
  const writes = firestore.batch()
  const reports = batch.map(({ id, version }) => {
    const microseconds = Number(version)
    const lastUpdateTime = createTimestamp(Math.floor(microseconds / 1_000_000), (microseconds % 1_000_000) * 1_000)
    writes.update(items.doc(id), { category, [changeTime]: serverTimestamp() }, { lastUpdateTime })
    return { id, document: expected.use(reported.expect(id, microseconds)) }
  })
  await withTimeout(attemptMs, writes.commit())
  const answers = await Promise.all(reports.map(async ({ id, document }) => ({ id, known: await document.reported() })))
  const unknown = answers.filter(({ known }) => known === undefined).map(({ id }) => id)
  if (unknown.length > 0) await mirror.readAgain(unknown)
}
