import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'

import { openIdentity } from './test-support-identity.ts'

const signInWithCustomToken = 'POST /v1/accounts:signInWithCustomToken'
const address = 'maker@shop.example'

async function open(t: TestContext) {
  const clock = { now: Date.now() }
  const opened = await openIdentity(t, { now: () => new Date(clock.now) })
  return { ...opened, clock, administration: () => opened.identity().administration }
}

describe('administration', () => {
  it('an address names the account with that address, not one with such an id', async (t) => {
    const { administration, call } = await open(t)
    const maker = administration().createAccount(address)
    await call(signInWithCustomToken, { token: await administration().createCustomToken({ uid: address }) })
    assert.equal(administration().findAccount(address)?.uid, maker.uid)
    assert.equal(administration().revokeTokens(address), maker.uid)
  })

  it('revoke: custom tokens end, also of an account that was made while the clock was ahead', async (t) => {
    const { administration, call, clock } = await open(t)
    clock.now += 3_600_000
    const signIn = async () => ({ token: await administration().createCustomToken({ uid: 'mary' }) })
    await call(signInWithCustomToken, await signIn())
    const ahead = await signIn()
    clock.now -= 3_600_000
    const token = await signIn()
    clock.now += 1_000
    administration().revokeTokens('mary')
    clock.now += 1_000
    for (const input of [ahead, token]) {
      await assert.rejects(call(signInWithCustomToken, input), { code: 'INVALID_CUSTOM_TOKEN' })
    }
    await call(signInWithCustomToken, await signIn())
  })

  it('an account of an earlier version is found, whichever way its domain was spelled', async (t) => {
    const { administration, restart } = await open(t)
    const stored = {
      'mary@xn--bcher-kva.example': 'mary@bücher.example',
      'anne@shop。example': 'anne@shop.example',
      'ruth@shop.example.': 'ruth@shop.example',
      'judy@shop.example': 'judy@shop.example',
    }
    const accounts = Object.keys(stored).map((_, index) => administration().createAccount(`${index}@example.com`))
    await restart((file) => {
      using database = new DatabaseSync(file)
      const respell = database.prepare('UPDATE accounts SET email = :email WHERE uid = :uid')
      for (const [index, email] of Object.keys(stored).entries())
        respell.run({ email, uid: accounts[index]?.uid ?? '' })
    })
    for (const [index, [before, now]] of Object.entries(stored).entries()) {
      for (const typed of [before, now]) {
        assert.deepEqual(administration().findAccount(typed), { ...administration().findAccount(now) }, typed)
        assert.equal(administration().findAccount(typed)?.uid, accounts[index]?.uid, typed)
      }
      assert.throws(() => administration().createAccount(before), { code: 'EMAIL_EXISTS' }, before)
    }
  })

  it('an account of an earlier version whose address is no longer valid is found by its id', async (t) => {
    const { administration, restart } = await open(t)
    const { uid } = administration().createAccount('mary@example.com')
    await restart((file) => {
      using database = new DatabaseSync(file)
      database.exec(`UPDATE accounts SET email = '"mary"@xn--bcher-kva.example'`)
    })
    assert.equal(administration().findAccount(uid)?.uid, uid)
  })

  it('of two accounts whose addresses differ only in spelling, the usual spelling keeps its account', async (t) => {
    const { administration, restart } = await open(t)
    const [maker, twin] = [administration().createAccount(address), administration().createAccount('twin@example.com')]
    await restart((file) => {
      using database = new DatabaseSync(file)
      database.prepare('UPDATE accounts SET email = ? WHERE uid = ?').run('maker@shop。example', twin.uid)
    })
    assert.equal(administration().findAccount('maker@shop。example')?.uid, maker.uid)
    assert.equal(administration().findAccount(twin.uid)?.uid, twin.uid)
  })
})
