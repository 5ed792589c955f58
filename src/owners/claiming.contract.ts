import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import { ShopError } from '../domain/errors.ts'
import { createClaiming, type Claiming, type OwnerAccounts } from './claiming.ts'
import type { OwnerAccount, Owners } from './owners.ts'

/** A shop that nobody has claimed, and its identity service, for one test. */
export interface ClaimingUnderTest {
  readonly accounts: OwnerAccounts
  readonly owners: Owners
  /** Calls a method of the identity service as a browser does: `signUp`. */
  readonly call: (method: string, fields: object) => Promise<Response>
}

const origin = 'https://shop.example'
const email = 'Mary@Example.com'
const keptEmail = 'mary@example.com'
const chosen = { text: 'a chosen password', address: toAddress('203.0.113.7') }

/** What a browser is given when it signs in. */
interface Tokens {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
}

/** Everything that `claiming.ts` promises, as tests: each identity service runs them all. @param open opens it for one test. */
export function claimingContract(name: string, open: (t: TestContext) => Promise<ClaimingUnderTest>): void {
  const start = async (t: TestContext) => {
    const { accounts, call, owners } = await open(t)
    const claimingWith = (changed: Partial<OwnerAccounts>) =>
      createClaiming({ owners, accounts: { ...accounts, ...changed }, notify: async () => undefined })
    const claiming = claimingWith({})
    /** The same, with something that happens while the password of a claim is prepared. */
    const claimingWhile = (meanwhile: () => Promise<unknown>) =>
      claimingWith({
        async preparePassword(password) {
          const prepared = await accounts.preparePassword(password)
          await meanwhile()
          return prepared
        },
      })
    /** The same, with something that happens at the moment when an account is taken over. */
    const claimingWhen = (takeOver: (taken: ReturnType<OwnerAccounts['takeOver']>) => Promise<OwnerAccount>) =>
      claimingWith({ takeOver: (...args) => takeOver(accounts.takeOver(...args)) })
    const ask = async (method: string, fields: object): Promise<Tokens> => {
      const answer = await call(method, { returnSecureToken: true, ...fields })
      assert.equal(answer.status, 200, await answer.clone().text())
      return (await answer.json()) as Tokens
    }
    const signIn = (password: string) => ask('signInWithPassword', { email, password })
    const setPassword = (link: string, newPassword: string) =>
      call('resetPassword', { oobCode: new URL(link).searchParams.get('oobCode'), newPassword })
    const owns = ({ localId, idToken }: Tokens) => {
      const { email: address, email_verified: isVerified, auth_time: signedInAt } = readClaims(idToken)
      const verifiedEmail = isVerified === true ? String(address) : undefined
      return owners.has({ uid: localId, verifiedEmail, signedInAt: new Date(Number(signedInAt) * 1000) })
    }
    return { owners, claiming, claimingWith, claimingWhen, claimingWhile, ask, call, signIn, setPassword, owns }
  }

  describe(`${name}: claiming`, () => {
    test('add: returns a link that sets a password, once, and makes an owner', async (t) => {
      const { claiming, signIn, setPassword, owns } = await start(t)
      const { email: claimed, link } = await claiming.add(email, origin)
      assert.equal(claimed, keptEmail)
      const { pathname, searchParams, origin: leadsTo } = new URL(link)
      assert.deepEqual([leadsTo, pathname, searchParams.get('mode')], [origin, '/__/auth/action', 'resetPassword'])
      assert.equal((await setPassword(link, 'first password')).status, 200)
      const tokens = await signIn('first password')
      assert.equal(readClaims(tokens.idToken)['owner'], true)
      assert.equal(await owns(tokens), true)
      assert.notEqual((await setPassword(link, 'second password')).status, 200)
      assert.deepEqual(
        (await claiming.list()).map((owner) => [owner.uid, owner.email]),
        [[tokens.localId, keptEmail]],
      )
    })

    test('add: a stranger who signed up with the address loses password and session', async (t) => {
      const { claiming, ask, call, signIn, setPassword, owns } = await start(t)
      await ask('signUp', { email, password: 'a stranger’s' })
      const { link } = await claiming.add(email, origin)
      const refused = await call('signInWithPassword', { email, password: 'a stranger’s', returnSecureToken: true })
      assert.equal(refused.status, 400)
      await setPassword(link, 'her own password')
      assert.equal(await owns(await signIn('her own password')), true)
    })

    test('add: an existing owner is refused with what to do instead', async (t) => {
      const { claiming } = await start(t)
      await claiming.add(email, origin)
      await assert.rejects(claiming.add(keptEmail, origin), { message: /is already an owner.*owner reset/ })
    })

    test('add: an invalid address is refused', async (t) => {
      const { claiming } = await start(t)
      await assert.rejects(claiming.add('mary', origin), { message: /INVALID_EMAIL/ })
      assert.deepEqual(await claiming.list(), [])
    })

    for (const [method, add] of [
      ['add', (claiming: Claiming) => claiming.add(email, origin)],
      ['addFirst', (claiming: Claiming) => claiming.addFirst(email, chosen)],
    ] as const) {
      test(`${method}: an account is an owner’s only once every way into it has been removed`, async (t) => {
        const { owners, claimingWhen } = await start(t)
        const interrupted = claimingWhen(async (taken) => {
          await taken
          assert.deepEqual(await owners.list(), [])
          throw new Error('the service is down')
        })
        await assert.rejects(add(interrupted), { message: 'the service is down' })
        assert.equal(await owners.isClaimed(), false)
      })
    }

    test('addFirst: an owner who is added meanwhile by a command stays the only one', async (t) => {
      const { owners, claiming, claimingWhen, signIn } = await start(t)
      const overtaken = claimingWhen(async (taken) => {
        await owners.add({ uid: 'nimal', email: 'nimal@example.com' })
        return taken
      })
      await assert.rejects(overtaken.addFirst(email, chosen), { code: 'already-claimed' })
      assert.deepEqual(
        (await claiming.list()).map(({ uid }) => uid),
        ['nimal'],
      )
      assert.equal(readClaims((await signIn(chosen.text)).idToken)['owner'], undefined)
    })

    test('list: whether each owner has signed in since she was added, or reset', async (t) => {
      const { claiming, signIn, setPassword } = await start(t)
      const haveSignedIn = async () => (await claiming.list()).map(({ hasSignedIn }) => hasSignedIn)
      const { link } = await claiming.add(email, origin)
      assert.deepEqual(await haveSignedIn(), [false])
      await setPassword(link, 'first password')
      await signIn('first password')
      assert.deepEqual(await haveSignedIn(), [true])
      await claiming.reset(email, origin)
      assert.deepEqual(await haveSignedIn(), [false])
    })

    test('addFirst: the owner signs in with the chosen password, and the address counts as verified', async (t) => {
      const { claiming, signIn, owns } = await start(t)
      const claimed = await claiming.addFirst(email, chosen)
      assert.equal(claimed.email, keptEmail)
      const tokens = await signIn(chosen.text)
      assert.partialDeepStrictEqual(readClaims(tokens.idToken), { sub: claimed.uid, owner: true, email_verified: true })
      assert.equal(await owns(tokens), true)
    })

    test('addFirst: a stranger who signed up with the address loses password and session', async (t) => {
      const { claiming, ask, call, signIn, owns } = await start(t)
      const stranger = await ask('signUp', { email, password: 'a stranger’s' })
      await claiming.addFirst(email, chosen)
      const refused = await call('signInWithPassword', { email, password: 'a stranger’s', returnSecureToken: true })
      assert.equal(refused.status, 400)
      const update = await call('update', { idToken: stranger.idToken, password: 'a new one' })
      assert.equal(update.status, 400)
      assert.equal(await owns(await signIn(chosen.text)), true)
    })

    test('addFirst: a stranger who gives her account another address meanwhile does not own the shop', async (t) => {
      const { owners, claimingWhile, ask, signIn, owns } = await start(t)
      const { idToken, localId } = await ask('signUp', { email, password: 'a stranger’s' })
      const claiming = claimingWhile(() => ask('update', { idToken, email: 'thief@evil.example' }))
      const claimed = await claiming.addFirst(email, chosen)
      assert.notEqual(claimed.uid, localId)
      assert.deepEqual(
        (await owners.list()).map((owner) => [owner.uid, owner.email]),
        [[claimed.uid, keptEmail]],
      )
      assert.equal(await owns(await signIn(chosen.text)), true)
    })

    test('addFirst: an owner of the same address who is added meanwhile by a command keeps her link', async (t) => {
      const { claiming, claimingWhile, signIn, setPassword, owns } = await start(t)
      let link = ''
      const overtaken = claimingWhile(async () => ({ link } = await claiming.add(email, origin)))
      await assert.rejects(overtaken.addFirst(email, chosen), { code: 'already-claimed' })
      assert.equal((await setPassword(link, 'her own password')).status, 200)
      assert.equal(await owns(await signIn('her own password')), true)
    })

    test('addFirst: of concurrent claims exactly one succeeds, and a claimed shop refuses all', async (t) => {
      const { claiming } = await start(t)
      const addresses = ['one@example.com', 'two@example.com', 'three@example.com']
      const claim = (address: string) =>
        claiming.addFirst(address, chosen).then(
          () => 'claimed',
          (error: { code: string }) => error.code,
        )
      const outcomes = await Promise.all(addresses.map(claim))
      const [first, ...others] = outcomes.toSorted(
        (one, other) => Number(other === 'claimed') - Number(one === 'claimed'),
      )
      assert.equal(first, 'claimed')
      assert.ok(others.every((code) => code === 'already-claimed' || code === 'shop-busy'))
      assert.deepEqual(
        (await claiming.list()).map((owner) => owner.email),
        [addresses[outcomes.indexOf('claimed')]],
      )
      await claiming.remove((await claiming.list())[0]?.email ?? '')
      assert.equal(await claim('four@example.com'), 'already-claimed')
    })

    test('addFirst: a refused address or password claims nothing, and the next try may succeed', async (t) => {
      const { claiming, signIn, owns } = await start(t)
      await assert.rejects(claiming.addFirst('mary', chosen), { message: /INVALID_EMAIL/ })
      await assert.rejects(claiming.addFirst(email, { ...chosen, text: 'short' }), { code: 'invalid-claim' })
      assert.deepEqual(await claiming.list(), [])
      await claiming.addFirst(email, chosen)
      assert.equal(await owns(await signIn(chosen.text)), true)
    })

    test('remove: the owner’s sign-ins no longer count, and new tokens have no owner claim', async (t) => {
      const { claiming, signIn, setPassword, owns } = await start(t)
      const { link } = await claiming.add(email, origin)
      await setPassword(link, 'first password')
      const before = await signIn('first password')
      await claiming.remove(keptEmail)
      assert.equal(await owns(before), false)
      const after = await signIn('first password')
      assert.equal(readClaims(after.idToken)['owner'], undefined)
      assert.equal(await owns(after), false)
      await assert.rejects(claiming.remove(keptEmail), { message: /is not an owner/ })
    })

    test('remove: while the identity service fails, she is no longer an owner, and the error says so', async (t) => {
      const { claimingWith, owners } = await start(t)
      const demote = () => Promise.reject(new ShopError('storage-unavailable', 'It does not answer.'))
      const claiming = claimingWith({ demote })
      await claiming.add(email, origin)
      await assert.rejects(claiming.remove(email), {
        code: 'storage-unavailable',
        message: 'mary@example.com is no longer an owner, but may still be signed in: It does not answer.',
      })
      assert.deepEqual(await owners.list(), [])
    })

    test('add, remove: an owner whose account is gone is known by her address in any letter case', async (t) => {
      const { claiming, ask, signIn, setPassword } = await start(t)
      await setPassword((await claiming.add(email, origin)).link, 'first password')
      await ask('delete', { idToken: (await signIn('first password')).idToken })
      await assert.rejects(claiming.add(email, origin), { message: /is already an owner/ })
      await assert.rejects(claiming.reset(email, origin), { message: /no longer exists, or .* owner remove mary@/ })
      await claiming.remove(email)
      assert.deepEqual(await claiming.list(), [])
    })

    test('reset: returns a new link, and the old password no longer works', async (t) => {
      const { claiming, call, signIn, setPassword, owns } = await start(t)
      await setPassword((await claiming.add(email, origin)).link, 'first password')
      const { link } = await claiming.reset(keptEmail, origin)
      const refused = await call('signInWithPassword', { email, password: 'first password', returnSecureToken: true })
      assert.equal(refused.status, 400)
      await setPassword(link, 'second password')
      assert.equal(await owns(await signIn('second password')), true)
      assert.equal((await claiming.list()).length, 1)
    })

    test('reset: an account whose address has changed gets no link unless that address is named', async (t) => {
      const { claiming, ask, signIn, setPassword, owns } = await start(t)
      await setPassword((await claiming.add(email, origin)).link, 'first password')
      const { idToken } = await signIn('first password')
      await ask('update', { idToken, email: 'thief@evil.example' })
      const [owner] = await claiming.list()
      assert.deepEqual([owner?.email, owner?.otherEmail], [keptEmail, 'thief@evil.example'])
      for (const who of [keptEmail, owner?.uid ?? '']) {
        await assert.rejects(claiming.reset(who, origin), {
          message: /thief@evil.example.*owner remove mary@example.com/,
        })
      }
      const { email: named } = await claiming.reset('Thief@Evil.example', origin)
      assert.equal(named, 'thief@evil.example')
      await claiming.remove('thief@evil.example')
      await setPassword((await claiming.add(email, origin)).link, 'second password')
      assert.equal(await owns(await signIn('second password')), true)
    })

    test('reset: an account that is not an owner gets no link', async (t) => {
      const { claiming, ask } = await start(t)
      await ask('signUp', { email, password: 'a customer’s' })
      await assert.rejects(claiming.reset(keptEmail, origin), { message: /is not an owner/ })
    })
  })
}

function readClaims(idToken: string): Record<string, unknown> {
  const [, payload = ''] = idToken.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}
