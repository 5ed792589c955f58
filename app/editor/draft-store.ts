import { createStore, promisifyRequest } from 'idb-keyval'

import type { DraftPhoto } from './upload/photo-uploads.ts'

/** The unsaved input of a form. */
export interface StoredDraft {
  /** The fields that differ from their initial values, by name. */
  readonly fields: Readonly<Record<string, string>>
  /** `undefined`: the initial photos. */
  readonly photos?: readonly DraftPhoto[] | undefined
  /** What was there when it was changed; drafts of earlier versions do not say. */
  readonly initial?: InitialInput
  /** Sent with each attempt to save the item. */
  readonly idempotencyKey: string
  /** An attempt to save the item without input may have succeeded. */
  readonly isAttempted?: boolean
  /** The page that stored it; drafts of earlier versions do not say. */
  readonly writer?: string
}

/** The input of a form before it is changed. */
export interface InitialInput {
  readonly fields: Readonly<Record<string, string>>
  /** The keys of the photos. */
  readonly photos?: readonly string[] | undefined
}

/** The input of a form that is not saved. */
export interface DraftInput {
  /** Those that differ from their initial values. */
  readonly fields: Readonly<Record<string, string>>
  /** The photos' keys, in order; `undefined`: the initial photos. */
  readonly photos: readonly string[] | undefined
}

export function isSameInput(one: DraftInput, other: DraftInput): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type DraftText = Omit<StoredDraft, 'photos'>

/** The key of the draft of `/create`; those of other items' forms start with it. */
export const newItemDraftKey = 'item-draft'

const drafts = createStore('stockinette', 'drafts')

/** Tells of every draft that this page writes or deletes, with an event `change`. */
export const draftChanges = new EventTarget()

/** Photos have their own record, so that typing does not write them again. */
function photosKey(key: string): string {
  return `${key} photos`
}

/** Each file has its own record, so that it is written once, however often the list changes. */
function fileKey(key: string, photoKey: string): string {
  return `${key} photo ${photoKey}`
}

/** All functions reject if the browser's storage is blocked or full. @param key identifies the form. */
export async function readDraft(key: string): Promise<StoredDraft | undefined> {
  return drafts('readonly', async (records) => {
    const [text, photos] = await Promise.all([
      promisifyRequest<DraftText | undefined>(records.get(key)),
      promisifyRequest<DraftPhoto[] | undefined>(records.get(photosKey(key))),
    ])
    const withFile = async (photo: DraftPhoto) => {
      const blob = await promisifyRequest<Blob | undefined>(records.get(fileKey(key, photo.key)))
      return { ...photo, ...(blob && { blob }) }
    }
    return text && { ...text, photos: photos && (await Promise.all(photos.map(withFile))) }
  })
}

/** A stored draft, without its photos. */
export interface DraftSummary {
  readonly key: string
  /** As far as it was typed. */
  readonly title: string | undefined
}

/** All drafts whose keys start with `prefix`. */
export async function listDrafts(prefix: string): Promise<DraftSummary[]> {
  return drafts('readonly', async (records) => {
    const keys = (await promisifyRequest(records.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))) as string[]
    const summarize = async (key: string) => {
      const { fields } = await promisifyRequest<DraftText>(records.get(key))
      return { key, title: fields['title'] }
    }
    return Promise.all(keys.filter((key) => !key.includes(' ')).map(summarize)) // Records of photos have a space.
  })
}

/** Starts to write at once; of two writes, the later one wins. */
export async function saveDraftText(key: string, draft: DraftText): Promise<void> {
  await drafts('readwrite', (records) => {
    records.put(draft, key)
    return commit(records)
  })
  draftChanges.dispatchEvent(new Event('change'))
}

/** Like {@link saveDraftText}, which must be called too. `undefined`: the initial photos. */
export async function saveDraftPhotos(key: string, photos: readonly DraftPhoto[] | undefined): Promise<void> {
  await drafts('readwrite', async (records) => {
    const files = new Map((photos ?? []).map((photo) => [fileKey(key, photo.key), photo.blob]))
    for (const stored of await promisifyRequest(records.getAllKeys(fileKeys(key)))) {
      if (!files.delete(stored as string)) records.delete(stored)
    }
    for (const [file, blob] of files) if (blob) records.put(blob, file)
    if (photos)
      records.put(
        photos.map(({ blob: _blob, ...photo }) => photo),
        photosKey(key),
      )
    else records.delete(photosKey(key))
    return commit(records)
  })
}

/**
 * Deletes the draft, unless another tab has replaced it.
 *
 * @param idempotencyKey `undefined` deletes it in any case.
 * @param input left out deletes it whatever its input is.
 */
export async function deleteDraft(key: string, idempotencyKey?: string, input?: DraftInput): Promise<void> {
  await drafts('readwrite', (records) => {
    const stored: IDBRequest<DraftText | undefined> = records.get(key)
    const storedPhotos: IDBRequest<DraftPhoto[] | undefined> = records.get(photosKey(key))
    storedPhotos.onsuccess = () => {
      if (idempotencyKey !== undefined && stored.result?.idempotencyKey !== idempotencyKey) return
      const photos = storedPhotos.result?.map((photo) => photo.key)
      if (input && stored.result && !isSameInput({ fields: stored.result.fields, photos }, input)) return
      records.delete(key)
      records.delete(photosKey(key))
      records.delete(fileKeys(key))
    }
    return promisifyRequest(records.transaction)
  })
  draftChanges.dispatchEvent(new Event('change'))
}

function fileKeys(key: string): IDBKeyRange {
  return IDBKeyRange.bound(fileKey(key, ''), fileKey(key, '\uffff'))
}

/** A page that is left at once would not commit by itself. */
function commit({ transaction }: IDBObjectStore): Promise<void> {
  transaction.commit()
  return promisifyRequest(transaction)
}
