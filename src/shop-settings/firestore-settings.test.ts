import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { DocumentSnapshot, Firestore } from '@google-cloud/firestore'
import { pino } from 'pino'

import { defaultSettings, type ShopSettings } from '../domain/shop-settings.ts'
import { FirestoreSettings } from './firestore-settings.ts'
import { watch } from './settings.contract.ts'

/** The document as it was at a time, in seconds since 1970. */
function snapshotAt(seconds: number, settings: ShopSettings): DocumentSnapshot {
  const time = { seconds, nanoseconds: 0 }
  const snapshot = { exists: true, updateTime: time, readTime: time, data: () => settings }
  return snapshot as unknown as DocumentSnapshot
}

test('an older report of the listener, after a newer write of this process, changes nothing', async (t) => {
  const [older, newer] = [
    { ...defaultSettings, name: 'Older' },
    { ...defaultSettings, name: 'Newer' },
  ]
  const listening = Promise.withResolvers<(snapshot: DocumentSnapshot) => void>()
  let stored = snapshotAt(10, older)
  const document = {
    get: async () => stored,
    update: async (settings: ShopSettings) => void (stored = snapshotAt(20, settings)),
    onSnapshot(onNext: (snapshot: DocumentSnapshot) => void) {
      listening.resolve(onNext)
      return () => {}
    },
  }
  const firestore = { collection: () => ({ doc: () => document }) } as unknown as Firestore
  const settings = new FirestoreSettings({ firestore, seeds: {}, log: pino({ enabled: false }) })
  t.after(() => settings.close())
  const seen = watch(settings)
  const report = await listening.promise

  report(snapshotAt(10, older))
  const { present } = await settings.save(newer, seen.latest()?.version ?? '')
  assert.equal(present.settings.name, 'Newer')
  report(snapshotAt(10, older))
  assert.deepEqual([seen.latest(), seen.count()], [present, 2])
})
