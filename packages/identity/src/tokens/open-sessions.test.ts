import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createIdleAccounts } from '../accounts/clean-up.ts'
import { openAccounts } from '../accounts/test-support.ts'

type Store = ReturnType<typeof openAccounts>
type Opened = ReturnType<typeof openSession>

function openSession({ accounts, sessions, clock }: Store) {
  const { uid } = accounts.create()
  return sessions.open({ uid, signInProvider: 'anonymous', signedInAt: new Date(clock.now), extraClaims: {} })
}

const find = ({ openSessions }: Store, { id: sid, uid }: Opened) => openSessions.find({ sid, uid })

/** All that removes rows, and what makes their account worthless. */
const ends: Readonly<Record<string, (store: Store, session: Opened) => void>> = {
  'ending it': ({ sessions }, { refreshToken }) => sessions.end(refreshToken),
  'ending all of its account': ({ sessions }, { uid }) => sessions.endAll(uid),
  'removing its account': ({ accounts }, { uid }) => accounts.remove(uid),
  'disabling its account': ({ accounts }, { uid }) => void accounts.update(uid, { disabled: true }),
  'removing idle accounts'({ database, atomically, clock }) {
    const idleAccounts = createIdleAccounts(database, atomically)
    idleAccounts.remove(idleAccounts.list(new Date(clock.now + 1), 10), new Set())
  },
  'any other statement': ({ database }) => database.exec('DELETE FROM accounts'),
}

describe('open sessions in memory', () => {
  for (const [way, end] of Object.entries(ends)) {
    it(`a session ends when its row is deleted: ${way}`, (t) => {
      const store = openAccounts(t)
      const session = openSession(store)
      const known = find(store, session)
      assert.equal(known?.isOpen, true)
      end(store, session)
      assert.equal(known.isOpen, false)
      assert.equal(find(store, session), undefined)
    })
  }

  it('find: returns the same session without reading its row', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    assert.equal(find(store, session), find(store, session))
  })

  it('a session continues if the transaction that ended it is rolled back', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    find(store, session)
    const undone = () =>
      store.atomically(() => {
        store.sessions.endAll(session.uid)
        throw new Error('undone')
      })
    assert.throws(undone, { message: 'undone' })
    assert.equal(find(store, session)?.isOpen, true)
  })

  it('find: only with the uid of its own account', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    find(store, session)
    const { uid } = openSession(store)
    assert.equal(find(store, { ...session, uid }), undefined)
    for (const id of ['', 'x', '%', 'x'.repeat(5_000)]) assert.equal(find(store, { ...session, id }), undefined)
  })

  it('find: reads the row again after the session was evicted', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    const known = find(store, session)
    store.database.exec(`
      PRAGMA synchronous = OFF;
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
      INSERT INTO refresh_tokens (hash, uid, signed_in_at) SELECT CAST(n AS BLOB), '${session.uid}', 0 FROM number
    `)
    for (let n = 1; n <= 20_000; n++) {
      find(store, { ...session, id: Buffer.from(String(n)).toString('base64url') })
    }
    assert.equal(known?.isOpen, false)
    assert.equal(find(store, session)?.isOpen, true)
  })
})
