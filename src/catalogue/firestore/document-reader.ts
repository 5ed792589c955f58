import type { DocumentSnapshot } from '@google-cloud/firestore'
import { LRUCache } from 'lru-cache'

import type { Log } from '../../log.ts'
import { readDocument } from './item-document.ts'
import type { ItemDocument } from './item-document.ts'

/** As many faulty documents as are remembered, so that each is named once. */
const maxNamed = 10_000

/** Reads documents. One that is not as the specification has it is named in the log, once for each time it is written. */
export function createDocumentReader(log: Log): (document: DocumentSnapshot) => ItemDocument | undefined {
  const named = new LRUCache<string, true>({ max: maxNamed })
  const name = (document: DocumentSnapshot, words: string, faults: readonly string[]) => {
    const version = `${document.id} ${document.updateTime?.valueOf()}`
    if (named.has(version)) return
    named.set(version, true)
    log.warn({ document: document.ref.path, faults }, words)
  }
  return (document) => {
    const read = readDocument(document)
    if (read === undefined) name(document, 'a document whose id is none of an item is left out', ['id'])
    else if (read.faults.length > 0) name(document, 'fields of a document were left out or cut', read.faults)
    return read
  }
}
