import { once, EventEmitter } from 'node:events'

import type { CollectionReference, DocumentData, Firestore, QuerySnapshot, WriteBatch } from '@google-cloud/firestore'

import { storedFields } from '../../domain/stored-fields.ts'
import { keepListening } from '../../google/keep-listening.ts'
import type { Log } from '../../log.ts'

/** How long a writer waits for the listener; a connected one reports a write in a fraction of it. */
const reportMs = 1_000

/**
 * The private notes of reservations, by item id, each with a document of its own: whoever may read the documents of items
 * gets none of them. The item's document is written in the same batch, so that its version is that of both.
 */
export class ItemNotes {
  readonly #notes: CollectionReference

  constructor(firestore: Firestore) {
    this.#notes = firestore.collection('itemNotes')
  }

  async read(id: string): Promise<string | null> {
    return noteOf((await this.#notes.doc(id).get()).data())
  }

  async readAll(): Promise<ReadonlyMap<string, string>> {
    return notesOf(await this.#notes.get())
  }

  write(batch: WriteBatch, id: string, note: string | null): void {
    if (note === null) batch.delete(this.#notes.doc(id))
    else batch.set(this.#notes.doc(id), { note })
  }

  listen(options: NotesListenerOptions): ListenedNotes {
    return new ListenedNotes(this.#notes, options)
  }
}

export interface NotesListenerOptions {
  readonly log: Log
  /** Called with the ids of the items whose notes have changed. */
  readonly onChange: (ids: readonly string[]) => void
}

/** All notes, as a listener reports them. */
export class ListenedNotes {
  readonly #ended = new AbortController()
  readonly #reports = new EventEmitter()
  readonly #listening: Promise<void>
  #notes: ReadonlyMap<string, string> = new Map()

  constructor(source: CollectionReference, { log, onChange }: NotesListenerOptions) {
    this.#listening = keepListening<QuerySnapshot>({
      createSource: () => source,
      onSnapshot: (snapshot) => {
        const before = this.#notes
        this.#notes = notesOf(snapshot)
        const ids = new Set([...before.keys(), ...this.#notes.keys()])
        onChange([...ids].filter((id) => before.get(id) !== this.#notes.get(id)))
        this.#reports.emit('report')
      },
      onError: (error) => log.error({ err: error }, 'the listener for notes of reservations failed'),
      signal: this.#ended.signal,
    })
  }

  get(id: string): string | null {
    return this.#notes.get(id) ?? null
  }

  /** Waits for the listener to report a note that was written; a second at most. */
  async reported(id: string, note: string | null): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(reportMs), this.#ended.signal])
    while (this.get(id) !== note && !signal.aborted) {
      await once(this.#reports, 'report', { signal }).catch(() => {}) // Later then.
    }
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#listening
  }
}

function notesOf({ docs }: QuerySnapshot): Map<string, string> {
  const notes = docs.map((document) => [document.id, noteOf(document.data())] as const)
  return new Map(notes.filter((entry): entry is [string, string] => entry[1] !== null))
}

function noteOf(data: DocumentData | undefined): string | null {
  return storedFields.reservedNote.read(data?.['note']).value
}
