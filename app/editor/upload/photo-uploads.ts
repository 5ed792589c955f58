import { maxPhotos, type Photo } from '../../../src/domain/photo.ts'
import type { TokenSource } from '../../api/api-client.ts'
import { errorMessage, LocalizedError } from '../../api/localized-error.ts'
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
  readonly photo?: Photo
}

/** `picked` waits for its turn. `waiting`: for a connection. */
export type UploadState =
  | { readonly status: 'picked' | 'resizing' | 'waiting' }
  | { readonly status: 'uploading'; readonly share: number }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'done'; readonly photo: Photo }

/** A photo of a form, and how far its upload is. */
export interface FormPhoto extends DraftPhoto {
  readonly state: UploadState
  /** The file that is uploaded, once there is one. */
  readonly resized?: ResizedPhoto
}

/** Why the photos cannot be saved: one of them could not be uploaded. */
export class FailedPhotoError extends LocalizedError {}

/** Decoding needs much memory: one photo at a time. While the shop encodes one photo, the next one can be sent. */
const limits = { resize: 1, send: 2 }

const defaultSteps = { resize: resizePhoto, send: sendPhoto }

interface Job {
  readonly step: keyof typeof limits
  readonly controller: AbortController
}

/**
 * The photos of a form, in order, and their uploads: `picked` → `resizing` → `uploading` → `done` or `failed`. Without a
 * connection, an upload is `waiting` and continues by itself. Removing a photo cancels its upload.
 */
export class PhotoUploads extends Observable<readonly FormPhoto[]> {
  /** Why files were rejected, for `errorMessage`. */
  readonly problems = new Observable<readonly Error[]>([])
  readonly #onListChange: () => void
  readonly #steps: typeof defaultSteps
  readonly #jobs = new Map<string, Job>()
  #session: TokenSource | undefined
  #initial: readonly FormPhoto[] = []
  #isChanged = false

  /** @param onListChange called when a photo is added, moved or removed. */
  constructor(onListChange: () => void, steps = defaultSteps) {
    super([])
    this.#onListChange = onListChange
    this.#steps = steps
  }

  /** The photos for the draft; `undefined` if they are the initial ones. */
  get draft(): readonly DraftPhoto[] | undefined {
    return this.#isChanged ? this.get().map(({ state: _state, resized: _resized, ...photo }) => photo) : undefined
  }

  /** The photos' ids, in order; the key of one that is not uploaded yet. */
  get ids(): string[] {
    return this.get().map(({ key, state }) => (state.status === 'done' ? state.photo.id : key))
  }

  /** Photos are uploaded once the user is signed in; they are resized before. */
  setSession(session: TokenSource): void {
    this.#session = session
    this.#startJobs()
  }

  /** Sets the photos that the item has. They are shown until the list is changed. */
  setInitial(photos: readonly Photo[]): void {
    this.#initial = photos.map((photo) => ({ key: photo.id, name: '', photo, state: { status: 'done', photo } }))
    if (!this.#isChanged) this.#replace(this.#initial)
  }

  /** Goes back to the initial photos. */
  reset(): void {
    this.#isChanged = false
    this.#replace(this.#initial)
    this.problems.set([])
  }

  /** Adds the photos of a stored draft, before those that were picked meanwhile. */
  restore(stored: readonly DraftPhoto[]): void {
    const restored = stored.flatMap(({ key, name, blob, photo }): FormPhoto[] => {
      if (blob) return [{ key, name, blob, state: { status: 'picked' } }]
      return photo ? [{ key, name, photo, state: { status: 'done', photo } }] : []
    })
    const known = new Set([...restored, ...this.#initial].map(({ key }) => key))
    this.#change([...restored, ...this.get().filter(({ key }) => !known.has(key))])
  }

  /** Adds as many of the picked files as an item may have. */
  add(files: readonly File[]): void {
    const slots = Math.max(maxPhotos - this.get().length, 0)
    const isTooMany = files.length > slots
    this.problems.set(isTooMany ? [new LocalizedError(({ photoField }) => photoField.tooMany(maxPhotos))] : [])
    const added = files.slice(0, slots).map((file): FormPhoto => {
      return { key: randomId(), name: file.name, blob: file, state: { status: 'picked' } }
    })
    this.#change([...this.get(), ...added])
  }

  move(from: number, to: number): void {
    const moved = this.get()[from]
    if (moved) this.#change(this.get().toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  remove(key: string): void {
    this.#change(this.get().filter((photo) => photo.key !== key))
  }

  /** Retries a failed upload. */
  retry(key: string): void {
    this.#update(key, { state: { status: 'picked' } })
    this.#startJobs()
  }

  /**
   * Waits until every photo is uploaded.
   *
   * @throws FailedPhotoError if one has failed.
   */
  settled(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const check = () => {
      const states = this.get().map(({ state }) => state)
      for (const [index, state] of states.entries()) {
        if (state.status === 'failed') {
          reject(new FailedPhotoError((texts) => texts.photoField.failed(index + 1, errorMessage(state.error, texts))))
        }
      }
      if (states.every(({ status }) => status === 'done')) resolve()
    }
    const unsubscribe = this.subscribe(check)
    check()
    return promise.finally(unsubscribe)
  }

  /** Uploads the photos until the returned function is called. */
  start(): () => void {
    this.#startJobs()
    return () => {
      for (const { controller } of this.#jobs.values()) controller.abort()
      this.#jobs.clear()
    }
  }

  #change(photos: readonly FormPhoto[]): void {
    this.#isChanged = photos.length > 0 || this.#initial.length > 0
    this.#replace(photos)
    this.#onListChange()
  }

  #replace(photos: readonly FormPhoto[]): void {
    this.set(photos)
    for (const [key, { controller }] of this.#jobs) {
      if (photos.some((photo) => photo.key === key)) continue
      controller.abort()
      this.#jobs.delete(key)
    }
    this.#startJobs()
  }

  #update(key: string, change: Partial<FormPhoto>): void {
    const index = this.get().findIndex((photo) => photo.key === key)
    const photo = this.get()[index]
    if (photo) this.set(this.get().with(index, { ...photo, ...change }))
  }

  /** Starts the next steps, as many as may run at once. */
  #startJobs(): void {
    for (const photo of this.get()) {
      const { key, blob, resized, state } = photo
      if (!blob || this.#jobs.has(key) || state.status === 'done' || state.status === 'failed') continue
      const step = resized ? 'send' : 'resize'
      const running = [...this.#jobs.values()].filter((job) => job.step === step).length
      if (running < limits[step] && (step === 'resize' || this.#session)) void this.#run({ ...photo, blob }, step)
    }
  }

  async #run(photo: FormPhoto & { blob: Blob }, step: Job['step']): Promise<void> {
    const { key, name } = photo
    const controller = new AbortController()
    this.#jobs.set(key, { step, controller })
    try {
      const result = await this.#take(photo, controller.signal)
      if (this.get().some((other) => other.key !== key && isSamePhoto(other, result))) {
        throw new RejectedPhotoError(({ photoField }) => photoField.twice)
      }
      this.#update(key, result)
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof RejectedPhotoError) this.#reject(key, name, error)
      else this.#update(key, { state: { status: 'failed', error: error as Error } })
    }
    this.#jobs.delete(key)
    this.#startJobs()
  }

  /** Takes the photo's next step. */
  async #take({ key, name, blob, resized }: FormPhoto & { blob: Blob }, signal: AbortSignal): Promise<StepResult> {
    const show = (state: UploadState) => this.#update(key, { state })
    const onWaiting = () => show({ status: 'waiting' })
    if (!resized || !this.#session) {
      show({ status: 'resizing' })
      return { resized: await this.#steps.resize({ name, blob }, { signal, onWaiting }), state: uploading(0) }
    }
    const onProgress = (share: number) => show(uploading(share))
    const photo = await this.#steps.send(this.#session, resized, { signal, onWaiting, onProgress })
    return { state: { status: 'done', photo } }
  }

  #reject(key: string, name: string, error: RejectedPhotoError): void {
    const problem = new LocalizedError((texts) => texts.photoField.problem(name, errorMessage(error, texts)))
    this.problems.set([...this.problems.get(), problem])
    this.remove(key)
  }
}

type StepResult = Pick<FormPhoto, 'state' | 'resized'>

function uploading(share: number): UploadState {
  return { status: 'uploading', share }
}

function isSamePhoto(one: StepResult, other: StepResult): boolean {
  if (one.state.status === 'done' && other.state.status === 'done') return one.state.photo.id === other.state.photo.id
  return other.resized !== undefined && one.resized?.sha256 === other.resized.sha256
}
