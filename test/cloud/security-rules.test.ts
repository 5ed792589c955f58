import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { deleteApp, initializeApp } from 'firebase/app'
import {
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  getCountFromServer,
  getDocFromServer,
  getDocsFromServer,
  getFirestore,
  onSnapshot,
  runTransaction,
  setDoc,
  setLogLevel,
  terminate,
  updateDoc,
  type Firestore,
} from 'firebase/firestore'

import { emulatorHost } from '../../scripts/test/firestore-emulator.ts'
import type { FirestoreClient } from '../../src/google/firestore-client.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'
import { newProjectId } from './firestore-emulator.ts'

// deploy/firestore.rules has one rule, which refuses everything. The server's credentials bypass it: the allowed case of each call.

const calls: Readonly<Record<string, (db: Firestore, path: string) => Promise<unknown>>> = {
  'get a document': (db, path) => getDocFromServer(doc(db, `${path}/old`)),
  'list a collection': (db, path) => getDocsFromServer(collection(db, path)),
  'count documents': (db, path) => getCountFromServer(collection(db, path)),
  'listen to a collection': (db, path) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const stop = onSnapshot(collection(db, path), resolve, reject)
    return promise.finally(stop)
  },
  'create a document': (db, path) => setDoc(doc(db, `${path}/new`), { title: 'Mine' }),
  'change a document': (db, path) => updateDoc(doc(db, `${path}/old`), { title: 'Mine' }),
  'change a document in a transaction': (db, path) =>
    runTransaction(db, async (transaction) => void transaction.set(doc(db, `${path}/old`), { title: 'Mine' })),
  'delete a document': (db, path) => deleteDoc(doc(db, `${path}/old`)),
}

/** What a browser may send: no token, or a token of Firebase Authentication. */
const browsers = {
  'a visitor without a token': undefined,
  'a signed-in customer': { user_id: 'customer', email: 'customer@example.com', email_verified: true },
  'an owner': { user_id: 'owner', email: 'owner@example.com', email_verified: true, owner: true },
} as const

const paths = ['items', 'owners', 'goneItems', 'settings', 'anything', 'items/old/parts']

describe('deploy/firestore.rules', () => {
  const projectId = newProjectId()
  const started = new AsyncDisposableStack()
  const clients = new Map<string, Firestore>()

  /** @param mockUserToken `owner` stands for the server's credentials. */
  function connect(name: string, mockUserToken: 'owner' | (typeof browsers)[keyof typeof browsers]): Firestore {
    const app = initializeApp({ projectId, apiKey: 'any' }, name)
    const db = getFirestore(app)
    const [host = '', port = ''] = emulatorHost().split(':')
    connectFirestoreEmulator(db, host, Number(port), mockUserToken === undefined ? {} : { mockUserToken })
    started.defer(async () => {
      await terminate(db)
      await deleteApp(app)
    })
    return db
  }

  /** The documents of this project, as the shop's own client has them. */
  let server: FirestoreClient['firestore']

  before(async () => {
    setLogLevel('silent') // It logs each refusal.
    server = (await openFirestore(projectId, emulatorHost())).firestore
    for (const [who, token] of Object.entries(browsers)) clients.set(who, connect(who, token))
  })
  after(() => started.disposeAsync())

  for (const path of paths) {
    for (const [what, call] of Object.entries(calls)) {
      test(`in ${path}, only the server may ${what}`, async () => {
        await server.doc(`${path}/old`).set({ title: 'Stored' })
        for (const [who, client] of clients) {
          await assert.rejects(call(client, path), { code: 'permission-denied' }, who)
        }
        const { docs } = await server.collection(path).get()
        assert.deepEqual(
          docs.map((document) => [document.id, document.data()]),
          [['old', { title: 'Stored' }]],
        )
        // A client of its own: the emulator sometimes does not answer one that stops a query and repeats it at once.
        await call(connect(`server may ${what} in ${path}`, 'owner'), path)
        await server.doc(`${path}/new`).delete()
      })
    }
  }
})
