import type { DocumentSnapshot, Timestamp } from '@google-cloud/firestore'
import { z } from 'zod'

import { attemptMs, callFirestore, callFirestoreOnce, retriesConflicts } from '../../google/call-firestore.ts'
import { isTimestamp, toMicroseconds, type FirestoreClient } from '../../google/firestore-client.ts'
import { withTimeout } from '../../google/firestore-error.ts'
import { maxListed, noticeKinds, selectListed, type Notice, type Notices } from './notices.ts'

/**
 * Notices in the collection `notices`: `{ at, kind, by, about }`, the newest of each kind also in the document
 * `newestNotices/byKind`; what each owner has dismissed in `dismissedNotices`. An id is the time in microseconds.
 */
export function createFirestoreNotices({ firestore, serverTimestamp }: FirestoreClient): Notices {
  const notices = firestore.collection('notices')
  const newestByKind = firestore.collection('newestNotices').doc('byKind')
  const dismissedBy = (uid: string) =>
    firestore.collection('dismissedNotices').doc(Buffer.from(uid).toString('base64url'))
  const listNewest = async () => {
    const reading = Promise.all([notices.orderBy('at', 'desc').limit(maxListed).get(), newestByKind.get()])
    const [{ docs }, byKind] = await callFirestoreOnce(reading)
    const found = [...docs.map((document) => document.data()), ...Object.values(byKind.data() ?? {})].map(toNotice)
    const byId = new Map(found.filter((notice) => notice !== undefined).map((notice) => [notice.id, notice]))
    return [...byId.values()].toSorted((one, other) => Number(other.id) - Number(one.id))
  }
  return {
    async add({ kind, by, about }) {
      const document = notices.doc()
      const notice = { kind, by, about, at: serverTimestamp() }
      // Written again by an attempt whose predecessor was made without an answer.
      const write = () =>
        firestore
          .batch()
          .set(document, notice)
          .set(newestByKind, { [kind]: notice }, { merge: true })
          .commit()
      await callFirestore(() => withTimeout(attemptMs, write()))
    },
    async listFor(uid) {
      const [newest, dismissed] = await Promise.all([listNewest(), callFirestoreOnce(dismissedBy(uid).get())])
      return selectListed(newest.filter(({ id }) => Number(id) > lastIdOf(dismissed)))
    },
    async dismiss(uid, id) {
      if (!(await listNewest()).some((notice) => notice.id === id)) return
      const document = dismissedBy(uid)
      const lastId = Number(id)
      const attempt = async () => {
        const dismissed = await withTimeout(attemptMs, document.get())
        if (lastIdOf(dismissed) >= lastId) return
        const { updateTime: lastUpdateTime } = dismissed
        const writing = lastUpdateTime ? document.update({ lastId }, { lastUpdateTime }) : document.create({ lastId })
        await withTimeout(attemptMs, writing)
      }
      await callFirestore(attempt, retriesConflicts)
    },
  }
}

/** Of the newest notice that an owner has dismissed. */
function lastIdOf(dismissed: DocumentSnapshot): number {
  return Number(dismissed.get('lastId') ?? 0)
}

const noticeShape = z.object({
  kind: z.enum(noticeKinds),
  by: z.string().nullable(),
  about: z.string(),
  at: z.custom<Timestamp>(isTimestamp),
})

/** `undefined`: another program wrote what is no notice. */
function toNotice(stored: unknown): Notice | undefined {
  const { data } = noticeShape.safeParse(stored)
  return data && { ...data, id: String(toMicroseconds(data.at)), at: data.at.toDate() }
}
