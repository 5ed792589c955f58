import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'

import { openIdentity, reclaim } from '../../test/test-support-identity.ts'
import { defaultSettings, type Mail, type Mailer } from '../application.ts'

const requestUri = 'http://localhost'

type Answer = Readonly<Record<string, unknown>>

/** The service in test mode, where a provider's token needs no signature. */
async function openInTestMode(t: TestContext) {
  const mails: Mail[] = []
  const mailer: Mailer = {
    async send(mail) {
      mails.push(mail)
      return 'accepted'
    },
  }
  const settings = { ...defaultSettings, isRateLimited: false }
  const service = await openIdentity(t, { mailer, settings, isTestMode: true })
  const call = (name: string, fields: object): Promise<Answer> =>
    service.call(`POST /v1/accounts:${name}`, { returnSecureToken: true, ...fields })
  const getCode = (address: string, kind: Mail['kind']): string => {
    const mail = mails.find((sent) => sent.to === address && sent.kind === kind)
    return new URL(mail?.link ?? 'http://localhost').searchParams.get('oobCode') ?? ''
  }
  return { call, getCode, reclaim: (email: string) => reclaim(service.identity(), email) }
}

type Service = Awaited<ReturnType<typeof openInTestMode>>

/** What would give the stranger another way in: a request, and the address that it is about. */
const requests: Readonly<Record<string, (service: Service, idToken: unknown, other: string) => Promise<Answer>>> = {
  'linking a provider’s account': ({ call }, idToken, other) =>
    call('signInWithIdp', { requestUri, idToken, postBody: `providerId=oidc.yarn&id_token={"sub":"${other}"}` }),
  'linking an address by mail': ({ call, getCode }, idToken, other) =>
    call('signInWithEmailLink', { idToken, email: other, oobCode: getCode(other, 'signIn') }),
  'asking for a link to another address': ({ call }, idToken, other) =>
    call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: other }),
  'changing the address': ({ call }, idToken, other) => call('update', { idToken, email: other }),
}

/** More than a request waits for before it changes anything. */
const maxTurns = 50

describe('passToOwner: a concurrent request of the previous user', () => {
  for (const [what, request] of Object.entries(requests)) {
    test(`gives no access, in any turn of the event loop: ${what}`, async (t) => {
      const service = await openInTestMode(t)
      const { call } = service
      for (let turns = 0; turns < maxTurns; turns += 1) {
        const [email, other] = [`maker${turns}@shop.example`, `b${turns}@evil.example`]
        const postBody = `providerId=oidc.wool&id_token={"sub":"${email}","email":"${email}"}`
        const { idToken } = await call('signInWithIdp', { requestUri, postBody })
        await call('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: other })
        const answered = request(service, idToken, other).catch((error: unknown) => error)
        for (let turn = 0; turn < turns; turn += 1) await setImmediate()
        const { uid } = service.reclaim(email)
        await answered
        await call('update', { oobCode: service.getCode(other, 'verifyAndChangeEmail') }).catch(() => undefined)
        const signedIn = await call('signInWithCustomToken', { token: JSON.stringify({ uid }) })
        const { users } = await call('lookup', { idToken: signedIn['idToken'] })
        const [account] = users as [Answer]
        assert.deepEqual([account['email'], account['providerUserInfo']], [email, undefined], `after ${turns} turns`)
      }
    })
  }
})

test('signInWithIdp: an unverified address does not open an account that gets the address meanwhile', async (t) => {
  const service = await openInTestMode(t)
  const { call } = service
  for (let turns = 0; turns < maxTurns; turns += 1) {
    const email = `maker${turns}@shop.example`
    const postBody = `providerId=oidc.wool&id_token={"sub":"${turns}","email":"${email}"}`
    const answered = call('signInWithIdp', { requestUri, postBody, autoCreate: false }).catch((): Answer => ({}))
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    const { uid } = service.reclaim(email)
    const { idToken, needConfirmation } = await answered
    assert.deepEqual([idToken, needConfirmation ?? true], [undefined, true], `after ${turns} turns`)
    const signedIn = await call('signInWithCustomToken', { token: JSON.stringify({ uid }) })
    const { users } = await call('lookup', { idToken: signedIn['idToken'] })
    assert.deepEqual((users as [Answer])[0]['providerUserInfo'], undefined, `after ${turns} turns`)
  }
})
