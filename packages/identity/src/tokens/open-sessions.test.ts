import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createIdleAccounts } from '../accounts/idle-accounts.ts'
import { openAccounts } from '../accounts/test-support.ts'

type Store = ReturnType<typeof openAccounts>
type Opened = ReturnType<typeof openSession>

function openSession({ accounts, sessions, clock }: Store) {
  const { uid } = accounts.create()
  return sessions.open({ uid, signInProvider: 'anonymous', signedInAt: new Date(clock.now), extraClaims: {} })
}

const find = ({ openSessions }: Store, { id: sid, ...session }: Opened) =>
  openSessions.find({ ...session, sid, issuedAt: session.signedInAt })

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
  'a statement that nobody thought of': ({ database }) => database.exec('DELETE FROM accounts'),
}

describe('a session that memory knows', () => {
  for (const [way, end] of Object.entries(ends)) {
    it(`ends with whatever removes its row: ${way}`, (t) => {
      const store = openAccounts(t)
      const session = openSession(store)
      const known = find(store, session)
      assert.equal(known?.isOpen, true)
      end(store, session)
      assert.equal(known.isOpen, false)
      assert.equal(find(store, session), undefined)
    })
  }

  it('is the same one each time, without a look at its row', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    assert.equal(find(store, session), find(store, session))
  })

  it('goes on when the transaction that would have ended it is undone', (t) => {
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

  it('is nobody’s but its own account’s', (t) => {
    const store = openAccounts(t)
    const session = openSession(store)
    find(store, session)
    const { uid } = openSession(store)
    assert.equal(find(store, { ...session, uid }), undefined)
    for (const id of ['', 'x', '%', 'x'.repeat(5_000)]) assert.equal(find(store, { ...session, id }), undefined)
  })

  it('is looked up again once so many others are known that it is forgotten', (t) => {
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
