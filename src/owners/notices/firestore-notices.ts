import type { DocumentSnapshot } from '@google-cloud/firestore'
import { z } from 'zod'

import { callFirestoreOnce } from '../../google/call-firestore.ts'
import { isTimestamp, toMicroseconds, type FirestoreClient } from '../../google/firestore-client.ts'
import { maxListed, noticeKinds, type Notice, type Notices } from './notices.ts'

/**
 * Notices in the collection `notices`: `{ at, kind, by, about }`; what each owner has dismissed in `dismissedNotices`. An id is the
 * time in microseconds.
 */
export function createFirestoreNotices({ firestore, serverTimestamp }: FirestoreClient): Notices {
  const notices = firestore.collection('notices')
  const dismissedBy = (uid: string) =>
    firestore.collection('dismissedNotices').doc(Buffer.from(uid).toString('base64url'))
  const listNewest = async () =>
    (await callFirestoreOnce(notices.orderBy('at', 'desc').limit(maxListed).get())).docs.map(toNotice)
  const lastDismissed = async (uid: string) =>
    Number((await callFirestoreOnce(dismissedBy(uid).get())).get('lastId') ?? 0)
  return {
    async add({ kind, by, about }) {
      await callFirestoreOnce(notices.add({ kind, by, about, at: serverTimestamp() }))
    },
    async listFor(uid) {
      const [newest, lastId] = await Promise.all([listNewest(), lastDismissed(uid)])
      return newest.filter((notice) => notice !== undefined).filter(({ id }) => Number(id) > lastId)
    },
    async dismiss(uid, id) {
      const [newest, lastId] = await Promise.all([listNewest(), lastDismissed(uid)])
      const isKnown = newest.some((notice) => notice?.id === id)
      if (isKnown && Number(id) > lastId) await callFirestoreOnce(dismissedBy(uid).set({ lastId: Number(id) }))
    },
  }
}

const noticeShape = z.object({ kind: z.enum(noticeKinds), by: z.string().nullable(), about: z.string() })

/** `undefined`: another program wrote a document that is no notice. */
function toNotice(document: DocumentSnapshot): Notice | undefined {
  const { at, ...fields } = document.data() ?? {}
  const { data } = noticeShape.safeParse(fields)
  return data && isTimestamp(at) ? { id: String(toMicroseconds(at)), at: at.toDate(), ...data } : undefined
}
