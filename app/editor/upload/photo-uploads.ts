import { maxPhotos, type Photo } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { TokenSource } from '../../api/api-client.ts'
import { errorMessage, LocalizedError, RefusedFieldsError } from '../../api/localized-error.ts'
import { Observable } from '../../ui/observable.ts'
import { randomId } from '../random-id.ts'
import { RejectedPhotoError, resizePhoto } from './resize-photo.ts'
import type { ResizedPhoto } from './resize-worker.ts'
import { sendPhoto } from './send-photo.ts'

/** A photo as a draft stores it: a picked file, or a photo that the item had before. */
export interface DraftPhoto {
  /** Identifies the photo in its form. It looks like the id of a photo: forms are validated before all photos have one. */
  readonly key: string
  /** The file's name; empty for a photo that the item had before. */
  readonly name: string
  readonly blob?: Blob
  /** The shop's photo, once there is one. */
  readonly photo?: Photo
}

/** A photo of a form, and how far its upload is. */
export interface FormPhoto extends DraftPhoto {
  /** `picked` waits for its turn. `waiting`: for a connection. `finishing`: the last part is on its way, or the shop encodes it. */
  readonly status: 'picked' | 'resizing' | 'waiting' | 'uploading' | 'finishing' | 'failed' | 'done'
  /** The file that is uploaded, once there is one. */
  readonly resized?: ResizedPhoto
  /** The share of bytes that the shop has, from 0 to 1, while the status is `uploading`. */
  readonly share?: number
  /** Why the upload failed, for `errorMessage`. */
  readonly error?: Error
}

interface UploadsState {
  readonly photos: readonly FormPhoto[]
  /** Why files were rejected, for `errorMessage`. */
  readonly problems: readonly Error[]
}

/** Decoding needs much memory: one photo at a time. While the shop encodes one photo, the next one can be sent. */
const limits = { resize: 1, send: 2 }

/** The form has the photo already: nothing is lost without the file. */
const twice = new LocalizedError(({ photoField }) => photoField.twice)

const defaultSteps = { resize: resizePhoto, send: sendPhoto }

interface Job {
  readonly step: keyof typeof limits
  readonly controller: AbortController
}

/**
 * The photos of a form, in order, and their uploads: `picked` → `resizing` → `uploading` → `finishing` → `done` or `failed`.
 * Without a connection, an upload is `waiting` and continues by itself. Removing a photo cancels its upload.
 */
export class PhotoUploads extends Observable<UploadsState> {
  readonly #onListChange: () => void
  readonly #steps: typeof defaultSteps
  readonly #jobs = new Map<string, Job>()
  #session: TokenSource | undefined
  #initial: readonly FormPhoto[] = []
  /** The ids of the photos that the list was changed from. */
  #base: readonly string[] = []
  #isChanged = false

  /** @param onListChange called when a photo is added, moved or removed. */
  constructor(onListChange: () => void, steps = defaultSteps) {
    super({ photos: [], problems: [] })
    this.#onListChange = onListChange
    this.#steps = steps
  }

  /** The photos for the draft; `undefined` if they are the initial ones. */
  get draft(): readonly DraftPhoto[] | undefined {
    return this.#isChanged ? this.#photos.map(toDraft) : undefined
  }

  /** The photos' ids, in order; the key of one that is not uploaded yet. */
  get ids(): string[] {
    return this.#photos.map(idOf)
  }

  get initialKeys(): readonly string[] {
    return this.#initial.map(({ key }) => key)
  }

  /** Photos are uploaded once the user is signed in; they are resized before. */
  setSession(session: TokenSource): void {
    this.#session = session
    this.#startJobs()
  }

  /** Sets the photos that the item has. They are shown until the list is changed. */
  setInitial(photos: readonly Photo[]): void {
    this.#initial = photos.map((photo) => ({ key: photo.id, name: '', photo, status: 'done' }))
    this.#base = this.initialKeys
    if (!this.#isChanged) this.#replace(this.#initial)
  }

  /** As {@link setInitial}; photos that others have added are added to a changed list, and those that they removed are removed. */
  mergeInitial(photos: readonly Photo[]): void {
    const base = this.#base
    this.setInitial(photos)
    if (!this.#isChanged) return
    const removed = new Set(base.filter((id) => !this.initialKeys.includes(id)))
    const known = new Set([...base, ...this.ids])
    const added = this.#initial.filter(({ key }) => !known.has(key))
    this.#change([...this.#photos.filter((photo) => !removed.has(idOf(photo))), ...added])
  }

  /** The photos with these ids are saved: those that were added or removed meanwhile are changes of them. */
  rebase(ids: readonly string[]): void {
    this.#base = ids
    this.#isChanged = this.ids.join() !== ids.join()
  }

  /** Goes back to the initial photos. @returns a function that brings the photos back, and continues their uploads. */
  reset(): () => void {
    const before = this.#photos
    const wasChanged = this.#isChanged
    this.#isChanged = false
    this.#replace(this.#initial)
    this.update({ problems: [] })
    return () => {
      this.#isChanged = wasChanged
      this.#replace(before.map(toStarted))
      this.#onListChange()
    }
  }

  /**
   * Adds the photos of a stored draft, before those that were picked meanwhile. A photo that was added to the item elsewhere is
   * added, one that was removed there is not.
   *
   * @param before the keys of the initial photos when the draft was made.
   */
  restore(stored: readonly DraftPhoto[], before = this.initialKeys): void {
    const removed = new Set(before.filter((key) => !this.initialKeys.includes(key)))
    const restored = stored.flatMap(({ key, name, blob, photo }): FormPhoto[] => {
      if (blob) return [{ key, name, blob, status: 'picked' }]
      return photo && !removed.has(key) ? [{ key, name, photo, status: 'done' }] : []
    })
    const known = new Set([...restored.map(({ key }) => key), ...before])
    this.#change([...restored, ...this.#photos.filter(({ key }) => !known.has(key))])
  }

  /** Adds as many of the picked files as an item may have. */
  add(files: readonly File[]): void {
    const slots = Math.max(maxPhotos - this.#photos.length, 0)
    const tooMany = new LocalizedError(({ photoField }) => fill(photoField.tooMany, { max: maxPhotos, count: slots }))
    this.update({ problems: files.length > slots ? [tooMany] : [] })
    const added = files.slice(0, slots).map((file): FormPhoto => {
      return { key: randomId(), name: file.name, blob: file, status: 'picked' }
    })
    this.#change([...this.#photos, ...added])
  }

  move(from: number, to: number): void {
    const moved = this.#photos[from]
    if (moved) this.#change(this.#photos.toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  remove(key: string): void {
    this.#change(this.#photos.filter((photo) => photo.key !== key))
  }

  /** Retries a failed upload. */
  retry(key: string): void {
    this.#updatePhoto(key, { status: 'picked' })
    this.#startJobs()
  }

  /** Why the first photo that failed was not uploaded; `undefined` if none failed. */
  failure(messages: BrowserMessages): string | undefined {
    const index = this.#photos.findIndex(({ status }) => status === 'failed')
    if (index < 0) return undefined
    return fill(messages.photoField.failed, {
      number: index + 1,
      words: errorMessage(this.#photos[index]?.error, messages),
    })
  }

  /**
   * Waits until every photo is uploaded.
   *
   * @throws RefusedFieldsError if one has failed, or a file was rejected meanwhile: the form no longer has it.
   */
  settled(messages: BrowserMessages): Promise<void> {
    const { problems: before } = this.get()
    let unsubscribe: () => void
    const settled = new Promise<void>((resolve, reject) => {
      const check = () => {
        const rejected = this.get().problems.find((problem) => problem.cause !== twice && !before.includes(problem))
        const message = rejected ? errorMessage(rejected, messages) : this.failure(messages)
        if (message !== undefined) reject(new RefusedFieldsError(message, { photos: message }))
        if (this.#photos.every(({ status }) => status === 'done')) resolve()
      }
      unsubscribe = this.subscribe(check)
      check()
    })
    return settled.finally(() => unsubscribe())
  }

  /** Uploads the photos until the returned function is called. */
  start(): () => void {
    this.#startJobs()
    return () => {
      for (const { controller } of this.#jobs.values()) controller.abort()
      this.#jobs.clear()
    }
  }

  get #photos(): readonly FormPhoto[] {
    return this.get().photos
  }

  #change(photos: readonly FormPhoto[]): void {
    this.#isChanged = photos.map(({ key }) => key).join() !== this.initialKeys.join()
    this.#replace(photos)
    this.#onListChange()
  }

  #replace(photos: readonly FormPhoto[]): void {
    this.update({ photos })
    for (const [key, { controller }] of this.#jobs) {
      if (photos.some((photo) => photo.key === key)) continue
      controller.abort()
      this.#jobs.delete(key)
    }
    this.#startJobs()
  }

  #updatePhoto(key: string, change: Partial<FormPhoto>): void {
    const index = this.#photos.findIndex((photo) => photo.key === key)
    const photo = this.#photos[index]
    if (photo) this.update({ photos: this.#photos.with(index, { ...photo, ...change }) })
  }

  /** Starts the next steps, as many as may run at once. */
  #startJobs(): void {
    for (const photo of this.#photos) {
      const { key, blob, resized, status } = photo
      if (!blob || this.#jobs.has(key) || isSettled({ status })) continue
      const step = resized ? 'send' : 'resize'
      const running = [...this.#jobs.values()].filter((job) => job.step === step).length
      if (running < limits[step] && (step === 'resize' || this.#session)) void this.#run({ ...photo, blob }, step)
    }
  }

  async #run(photo: PickedPhoto, step: Job['step']): Promise<void> {
    const { key, name } = photo
    const controller = new AbortController()
    this.#jobs.set(key, { step, controller })
    try {
      const result = await this.#take(photo, controller.signal)
      if (this.#photos.some((other) => other.key !== key && isSamePhoto(other, result))) {
        throw twice
      }
      this.#updatePhoto(key, result)
    } catch (error) {
      if (controller.signal.aborted) return
      if (error === twice || error instanceof RejectedPhotoError) this.#reject(key, name, error as Error)
      else this.#updatePhoto(key, { status: 'failed', error: error as Error })
    }
    this.#jobs.delete(key)
    this.#startJobs()
  }

  /** Takes the photo's next step. @returns what has changed. */
  async #take({ key, name, blob, resized }: PickedPhoto, signal: AbortSignal): Promise<Partial<FormPhoto>> {
    const onWaiting = () => this.#updatePhoto(key, { status: 'waiting' })
    const onProgress = (share: number) => this.#updatePhoto(key, { status: 'uploading', share })
    const onLastPart = () => this.#updatePhoto(key, { status: 'finishing' })
    if (resized && this.#session) {
      const photo = await this.#steps.send(this.#session, resized, { signal, onWaiting, onProgress, onLastPart })
      return { photo, status: 'done' }
    }
    this.#updatePhoto(key, { status: 'resizing' })
    return { resized: await this.#steps.resize({ name, blob }, { signal, onWaiting }), status: 'uploading', share: 0 }
  }

  #reject(key: string, name: string, cause: Error): void {
    const problem = new LocalizedError(
      (texts) => fill(texts.photoField.problem, { name, words: errorMessage(cause, texts) }),
      { cause },
    )
    this.update({ problems: [...this.get().problems, problem] })
    this.remove(key)
  }
}

type PickedPhoto = FormPhoto & { readonly blob: Blob }

/** A photo whose upload starts again, if it has not ended. */
function toStarted(photo: FormPhoto): FormPhoto {
  return isSettled(photo) ? photo : { ...photo, status: 'picked' }
}

function isSettled({ status }: Pick<FormPhoto, 'status'>): boolean {
  return status === 'done' || status === 'failed'
}

function idOf({ key, photo }: FormPhoto): string {
  return photo?.id ?? key
}

function toDraft({ key, name, blob, photo }: FormPhoto): DraftPhoto {
  return blob ? { key, name, blob } : { key, name, ...(photo && { photo }) }
}

function isSamePhoto(one: Partial<FormPhoto>, { photo, resized }: Partial<FormPhoto>): boolean {
  return photo ? one.photo?.id === photo.id : one.resized?.sha256 === resized?.sha256
}
