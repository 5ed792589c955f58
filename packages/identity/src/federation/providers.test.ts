import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'

import { SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose'

import { createProviders } from './providers.ts'
import { openProvider } from './test-support.ts'
import type { TestProvider } from './test-support.ts'

const users = { mary: { email: 'Mary@Example.com', email_verified: true, name: 'Mary' } }
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const minuteMs = 60_000

/** The shop's side of a provider, at a time that the test says. */
function openShop(provider: TestProvider, issuer = provider.issuer) {
  const clock = { now: Date.now() }
  const settings = { id: 'oidc.wool', issuer, clientIds: ['other-shop', 'shop'] }
  const providers = createProviders([settings], () => new Date(clock.now))
  const nothing = { accessToken: undefined, rawNonce: undefined, sessionId: undefined }
  return {
    clock,
    providers,
    identify: (idToken: string | undefined, nonces: { rawNonce?: string; sessionId?: string } = {}) =>
      providers.identify({ ...nothing, providerId: 'oidc.wool', idToken, ...nonces }),
  }
}

const refused = { name: 'IdentityError', code: 'INVALID_IDP_RESPONSE' }
const unavailable = { name: 'ServiceError', code: 'provider-unavailable' }
const wrongNonce = { name: 'IdentityError', code: 'MISSING_OR_INVALID_NONCE' }

const provider = await openProvider({ after }, users)

describe('an ID token of a provider', () => {
  it('tells who has signed in there', async () => {
    const user = await openShop(provider).identify(await provider.signIn('mary'))
    const { claims, issuedAt, ...rest } = user
    assert.deepEqual(rest, {
      providerId: 'oidc.wool',
      rawId: 'mary',
      email: 'mary@example.com',
      emailVerified: true,
      displayName: 'Mary',
      photoUrl: null,
      screenName: null,
    })
    assert.equal(claims['iss'], provider.issuer)
    assert.equal(issuedAt?.getTime(), Number(claims['iat']) * 1000)
  })

  it('is good for its lifetime, and 30 seconds for clocks that differ', async () => {
    const idToken = await provider.signIn('mary')
    const shop = openShop(provider)
    const { exp = 0 } = decodeJwt(idToken)
    shop.clock.now = (exp + 29) * 1000
    assert.equal((await shop.identify(idToken)).rawId, 'mary')
    shop.clock.now = (exp + 31) * 1000
    await assert.rejects(shop.identify(idToken), refused)
  })

  it('is refused when it was given to somebody else', async () => {
    await assert.rejects(openShop(provider).identify(await provider.signIn('mary', { client: 'another' })), refused)
  })

  it('is refused when it is of another provider', async (t) => {
    const other = await openProvider(t, users)
    await assert.rejects(openShop(provider).identify(await other.signIn('mary')), refused)
  })

  it('is needed: an access token alone proves nothing', async () => {
    const { providers } = openShop(provider)
    const credential = { providerId: 'oidc.wool', idToken: undefined, rawNonce: undefined, sessionId: undefined }
    await assert.rejects(providers.identify({ ...credential, accessToken: 'x' }), refused)
  })

  it('is refused when its provider is not set up', async () => {
    const { providers } = openShop(provider)
    const credential = { accessToken: undefined, rawNonce: undefined, sessionId: undefined }
    const idToken = await provider.signIn('mary')
    for (const providerId of ['google.com', 'oidc.Wool', '__proto__']) {
      await assert.rejects(providers.identify({ ...credential, providerId, idToken }), {
        code: 'OPERATION_NOT_ALLOWED',
      })
    }
  })
})

describe('a forged ID token is refused', () => {
  const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const goodToken = provider.signIn('mary')

  /** Each makes a bad token of a good one. */
  const forgeries: Record<string, (token: string) => Promise<string> | string> = {
    'with another name in it': (token) => {
      const [header, , signature] = token.split('.')
      return [header, base64url({ ...decodeJwt(token), sub: 'eve' }), signature].join('.')
    },
    unsigned: (token) => `${base64url({ alg: 'none' })}.${token.split('.')[1]}.`,
    'as plain JSON': (token) => JSON.stringify(decodeJwt(token)),
    'signed with another key of the same name': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const { privateKey } = await generateKeyPair('RS256')
      return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    'signed with what everybody knows': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const keys = await (await fetch(`${provider.issuer}/jwks`)).text()
      return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(keys))
    },
    'that is not a JWT': () => 'x.y.z',
    'that is empty but for dots': () => '..',
  }
  for (const [name, forge] of Object.entries(forgeries)) {
    it(name, async () => {
      await assert.rejects(openShop(provider).identify(await forge(await goodToken)), refused)
    })
  }
})

describe('a nonce', () => {
  /** What the token has, what the client says, and whether that is good. */
  const cases: readonly [inToken: string | undefined, said: object, isGood: boolean][] = [
    [sha256('raw'), { rawNonce: 'raw' }, true],
    [sha256('raw').toUpperCase(), { rawNonce: 'raw' }, true],
    [sha256('raw'), { sessionId: 'raw' }, true],
    [sha256('raw'), { rawNonce: 'raw', sessionId: 'other' }, true],
    [sha256('raw'), { rawNonce: 'other', sessionId: 'raw' }, false],
    [sha256('raw'), { rawNonce: 'other' }, false],
    [sha256('raw'), { rawNonce: sha256('raw') }, false],
    [sha256('raw'), {}, false],
    [sha256(''), {}, false],
    ['raw', { rawNonce: 'raw' }, false],
    [undefined, {}, true],
    [undefined, { sessionId: 'raw' }, true],
    [undefined, { rawNonce: 'raw' }, false],
  ]
  for (const [nonce, said, isGood] of cases) {
    it(`${nonce?.slice(0, 8)} with ${JSON.stringify(said).slice(0, 50)} is ${isGood ? 'good' : 'refused'}`, async () => {
      const idToken = await provider.signIn('mary', nonce === undefined ? {} : { nonce })
      const identifying = openShop(provider).identify(idToken, said)
      if (isGood) assert.equal((await identifying).rawId, 'mary')
      else await assert.rejects(identifying, wrongNonce)
    })
  }
})

describe("a provider's keys", () => {
  const fetched = ({ requests }: TestProvider): [number, number] => [
    requests.get('/.well-known/openid-configuration') ?? 0,
    requests.get('/jwks') ?? 0,
  ]

  it('are fetched once for all who sign in at the same time', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const tokens = await Promise.all(['mary', 'mary', 'mary'].map((sub) => own.signIn(sub)))
    await Promise.all(tokens.map((idToken) => shop.identify(idToken)))
    assert.deepEqual(fetched(own), [1, 1])
  })

  for (const [cacheControl, minutes] of [
    [undefined, 10],
    ['public, max-age=3600', 60],
    ['no-store', 1],
    ['max-age=0', 1],
    ['max-age=9999999999', 24 * 60],
  ] as const) {
    it(`are kept for ${minutes} minutes when the provider says ${cacheControl ?? 'nothing'}`, async (t) => {
      const own = await openProvider(t, users)
      own.cacheControl = cacheControl
      const shop = openShop(own)
      const idToken = await own.signIn('mary')
      await shop.identify(idToken)
      shop.clock.now += minutes * minuteMs - 1_000
      await shop.identify(idToken).catch(() => {}) // It may have expired by then; its keys were looked for first.
      assert.deepEqual(fetched(own), [1, 1])
      shop.clock.now += 2_000
      await shop.identify(idToken).catch(() => {})
      assert.deepEqual(fetched(own), [2, 2])
    })
  }

  it('are fetched again in time, so that a withdrawn key becomes invalid', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const idToken = await own.signIn('mary')
    await shop.identify(idToken)
    await own.rotateKeys()
    await shop.identify(idToken)
    shop.clock.now += 11 * minuteMs
    await assert.rejects(shop.identify(idToken), refused)
    assert.equal((await shop.identify(await own.signIn('mary'))).rawId, 'mary')
  })

  it('that cannot be had are nobody’s fault who signs in, and the next one tries again', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const idToken = await own.signIn('mary')
    own.isDown = true
    await assert.rejects(shop.identify(idToken), unavailable)
    own.isDown = false
    assert.equal((await shop.identify(idToken)).rawId, 'mary')
  })

  it('are refused if the discovery document is of another issuer', async () => {
    const localhost = provider.issuer.replace('127.0.0.1', 'localhost')
    await assert.rejects(openShop(provider, localhost).identify(await provider.signIn('mary')), unavailable)
  })
})
