import { createStore, promisifyRequest } from 'idb-keyval'

import type { Photos } from './photos/draft-photo.ts'

/** The unsaved input of a form. */
export interface Draft {
  /** The fields that differ from their initial values, by name. */
  readonly fields: Readonly<Record<string, string>>
  /** `undefined`: the initial photos. */
  readonly photos?: Photos | undefined
  /** Sent with each attempt to save the item. */
  readonly idempotencyKey: string
}

type DraftText = Omit<Draft, 'photos'>

const drafts = createStore('stockinette', 'drafts')

/** Photos have their own record, so that typing does not write them again. */
function photosKey(key: string): string {
  return `${key} photos`
}

/** All functions reject if the browser's storage is blocked or full. @param key identifies the form. */
export async function readDraft(key: string): Promise<Draft | undefined> {
  return drafts('readonly', async (records) => {
    const [text, photos] = await Promise.all([
      promisifyRequest<DraftText | undefined>(records.get(key)),
      promisifyRequest<Photos | undefined>(records.get(photosKey(key))),
    ])
    return text && { ...text, photos }
  })
}

/** Starts to write at once; of two writes, the later one wins. */
export async function saveDraftText(key: string, { fields, idempotencyKey }: DraftText): Promise<void> {
  await put(key, { fields, idempotencyKey })
}

/** Like {@link saveDraftText}, which must be called too. `undefined`: the initial photos. */
export async function saveDraftPhotos(key: string, photos: Photos | undefined): Promise<void> {
  await put(photosKey(key), photos)
}

/** Deletes the draft, unless another tab has replaced it. */
export async function deleteDraft(key: string, idempotencyKey: string): Promise<void> {
  await drafts('readwrite', (records) => {
    const stored: IDBRequest<DraftText | undefined> = records.get(key)
    stored.onsuccess = () => {
      if (stored.result?.idempotencyKey !== idempotencyKey) return
      records.delete(key)
      records.delete(photosKey(key))
    }
    return promisifyRequest(records.transaction)
  })
}

async function put(key: string, value: unknown): Promise<void> {
  await drafts('readwrite', (records) => {
    if (value === undefined) records.delete(key)
    else records.put(value, key)
    // A page that is left at once would not commit by itself.
    records.transaction.commit()
    return promisifyRequest(records.transaction)
  })
}
