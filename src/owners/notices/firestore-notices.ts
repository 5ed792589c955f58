import type { DocumentSnapshot, FieldValue, Firestore } from '@google-cloud/firestore'

import { callFirestoreOnce } from '../../google/call-firestore.ts'
import { isTimestamp, toMicroseconds } from '../../google/firestore-client.ts'
import { maxListed, type Notice, type Notices } from './notices.ts'

/** A request of the shop waits this long for Firestore. */
const timeoutMs = 8_000

export interface FirestoreNoticesOptions {
  readonly firestore: Firestore
  readonly serverTimestamp: () => FieldValue
}

/**
 * Notices in the collection `notices`: `{ at, kind, by, about }`; what each owner has dismissed in `dismissedNotices`. An id is the
 * time in microseconds.
 */
export function createFirestoreNotices({ firestore, serverTimestamp }: FirestoreNoticesOptions): Notices {
  const notices = firestore.collection('notices')
  const dismissedBy = (uid: string) =>
    firestore.collection('dismissedNotices').doc(Buffer.from(uid).toString('base64url'))
  const listNewest = async () => (await ask(notices.orderBy('at', 'desc').limit(maxListed).get())).docs.map(toNotice)
  const lastDismissed = async (uid: string) => Number((await ask(dismissedBy(uid).get())).get('lastId') ?? 0)
  return {
    async add({ kind, by, about }) {
      await ask(notices.add({ kind, by, about, at: serverTimestamp() }))
    },
    async listFor(uid) {
      const [newest, lastId] = await Promise.all([listNewest(), lastDismissed(uid)])
      return newest.filter((notice) => notice !== undefined).filter(({ id }) => Number(id) > lastId)
    },
    async dismiss(uid, id) {
      const [newest, lastId] = await Promise.all([listNewest(), lastDismissed(uid)])
      const isKnown = newest.some((notice) => notice?.id === id)
      if (isKnown && Number(id) > lastId) await ask(dismissedBy(uid).set({ lastId: Number(id) }))
    },
  }
}

const ask = <T>(call: Promise<T>) => callFirestoreOnce(timeoutMs, call)

function toNotice(document: DocumentSnapshot): Notice | undefined {
  const { at, kind, by, about } = document.data() ?? {}
  if (!isTimestamp(at)) return undefined
  return { id: String(toMicroseconds(at)), at: at.toDate(), kind, by, about }
}
