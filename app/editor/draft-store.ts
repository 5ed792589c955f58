import { createStore, promisifyRequest } from 'idb-keyval'

import type { Photos } from './photos/draft-photo.ts'

/** What a form holds that is not saved yet. */
export interface Draft {
  /** What is typed and differs from what the form began with, by the fields' names. */
  readonly fields: Readonly<Record<string, string>>
  /** `undefined` for those that the form began with. */
  readonly photos?: Photos | undefined
  /** Goes with each attempt to save it, so that the shop knows it again. */
  readonly idempotencyKey: string
}

type DraftText = Omit<Draft, 'photos'>

const drafts = createStore('stockinette', 'drafts')

/** Photos stand apart from the text: a letter more must not have them all written again. */
function photosOf(key: string): string {
  return `${key} photos`
}

/** Everything here rejects when the browser keeps nothing, or has no room. @param key which form it is of. */
export async function readDraft(key: string): Promise<Draft | undefined> {
  return drafts('readonly', async (records) => {
    const [text, photos] = await Promise.all([
      promisifyRequest<DraftText | undefined>(records.get(key)),
      promisifyRequest<Photos | undefined>(records.get(photosOf(key))),
    ])
    return text && { ...text, photos }
  })
}

/** Begins to write at once; of two writings, the later one stays. */
export async function keepText(key: string, { fields, idempotencyKey }: DraftText): Promise<void> {
  await put(key, { fields, idempotencyKey })
}

/** As {@link keepText}, without which photos are not found again. `undefined` for those that the form began with. */
export async function keepPhotos(key: string, photos: Photos | undefined): Promise<void> {
  await put(photosOf(key), photos)
}

/** Unless it is another draft by now, of another tab. */
export async function forgetDraft(key: string, idempotencyKey: string): Promise<void> {
  await drafts('readwrite', (records) => {
    const kept: IDBRequest<DraftText | undefined> = records.get(key)
    kept.onsuccess = () => {
      if (kept.result?.idempotencyKey !== idempotencyKey) return
      records.delete(key)
      records.delete(photosOf(key))
    }
    return promisifyRequest(records.transaction)
  })
}

async function put(key: string, value: unknown): Promise<void> {
  await drafts('readwrite', (records) => {
    if (value === undefined) records.delete(key)
    else records.put(value, key)
    // A page that goes away a moment later has no time to do so by itself.
    records.transaction.commit()
    return promisifyRequest(records.transaction)
  })
}
