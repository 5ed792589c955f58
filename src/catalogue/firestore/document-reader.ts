import type { DocumentSnapshot } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import type { Log } from '../../log.ts'
import { readDocument, type ItemDocument } from './item-document.ts'

/** The number of invalid documents that are remembered, so that each is logged once. */
const maxLogged = 10_000

/** Reads documents. An invalid one is logged, once for each time it is written. */
export function createDocumentReader(log: Log): (document: DocumentSnapshot) => ItemDocument | undefined {
  const logged = new LRUCache<string, true>({ max: maxLogged })
  const logOnce = (document: DocumentSnapshot, message: string, faults: readonly string[]) => {
    const version = `${document.id} ${document.updateTime?.valueOf()}`
    if (logged.has(version)) return
    logged.set(version, true)
    log.warn({ document: document.ref.path, faults }, message)
  }
  return (document) => {
    const read = readDocument(document)
    if (read === undefined) logOnce(document, 'a document whose id is not an item id is left out', ['id'])
    else if (read.faults.length > 0) logOnce(document, 'invalid fields of a document were left out or cut', read.faults)
    return read
  }
}
