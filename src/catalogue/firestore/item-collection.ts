import type { FirestoreClient } from '../../google/firestore-client.ts'
import type { Log } from '../../log.ts'
import { collectionName, createDocumentReader } from './item-document.ts'
import { ItemNotes } from './item-notes.ts'
import { createReportedDocuments } from './reported-documents.ts'

export interface ItemCollectionOptions extends FirestoreClient {
  readonly log: Log
  /** How long a write waits for a listener to report it, before it is read back; 1 second by default. */
  readonly reportMs?: number
}

export type ItemCollection = ReturnType<typeof openItemCollection>

/** The collection of items, and what its readers, writers and listeners share. */
export function openItemCollection({ log, reportMs, ...client }: ItemCollectionOptions) {
  return {
    ...client,
    log,
    items: client.firestore.collection(collectionName),
    notes: new ItemNotes(client.firestore),
    reader: createDocumentReader(log),
    reported: createReportedDocuments(reportMs),
  }
}
