import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'

import { SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose'

import { createProviderClients, requireSafe } from './provider-client.ts'
import { createProviders } from './providers.ts'
import { openProvider, type TestProvider } from './test-support.ts'

const users = { mary: { email: 'Mary@Example.com', email_verified: true, name: 'Mary' } }
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const minuteMs = 60_000

/** The shop's side of a provider, with a clock that the test sets. */
function openShop(provider: TestProvider, issuer = provider.issuer) {
  const clock = { now: Date.now() }
  const settings = { id: 'oidc.wool', issuer, clientIds: ['other-shop', 'shop'] }
  const now = () => new Date(clock.now)
  const providers = createProviders(createProviderClients([settings], now), now)
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
  it('identifies the user who signed in there', async () => {
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

  it('is valid for its lifetime and 30 seconds more, as clocks differ', async () => {
    const idToken = await provider.signIn('mary')
    const shop = openShop(provider)
    const { exp = 0 } = decodeJwt(idToken)
    shop.clock.now = (exp + 29) * 1000
    assert.equal((await shop.identify(idToken)).rawId, 'mary')
    shop.clock.now = (exp + 31) * 1000
    await assert.rejects(shop.identify(idToken), refused)
  })

  it('is refused when it was issued to another client', async () => {
    await assert.rejects(openShop(provider).identify(await provider.signIn('mary', { client: 'another' })), refused)
  })

  it('is refused when another provider issued it', async (t) => {
    const other = await openProvider(t, users)
    await assert.rejects(openShop(provider).identify(await other.signIn('mary')), refused)
  })
})

describe('a forged ID token is refused', () => {
  const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

  /** Each turns a valid token into a forged one. */
  const forgeries: Record<string, (token: string) => Promise<string> | string> = {
    'with another subject': (token) => {
      const [header, , signature] = token.split('.')
      return [header, base64url({ ...decodeJwt(token), sub: 'eve' }), signature].join('.')
    },
    unsigned: (token) => `${base64url({ alg: 'none' })}.${token.split('.')[1]}.`,
    'as plain JSON': (token) => JSON.stringify(decodeJwt(token)),
    'signed with another key that has the same id': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const { privateKey } = await generateKeyPair('RS256')
      return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    'signed with the public keys as the secret': async (token) => {
      const { kid = '' } = decodeProtectedHeader(token)
      const keys = await (await fetch(`${provider.issuer}/jwks`)).text()
      return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(keys))
    },
    'that is not a JWT': () => 'x.y.z',
    'that consists of dots': () => '..',
  }
  for (const [name, forge] of Object.entries(forgeries)) {
    it(name, async () => {
      await assert.rejects(openShop(provider).identify(await forge(await provider.signIn('mary'))), refused)
    })
  }
})

describe('a nonce', () => {
  /** The nonce in the token, the nonces that the client sends, and whether they match. */
  const cases: readonly [inToken: string | undefined, sent: object, isValid: boolean][] = [
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
  for (const [nonce, sent, isValid] of cases) {
    it(`${nonce?.slice(0, 8)} with ${JSON.stringify(sent).slice(0, 50)} is ${isValid ? 'accepted' : 'refused'}`, async () => {
      const idToken = await provider.signIn('mary', nonce === undefined ? {} : { nonce })
      const identifying = openShop(provider).identify(idToken, sent)
      if (isValid) assert.equal((await identifying).rawId, 'mary')
      else await assert.rejects(identifying, wrongNonce)
    })
  }
})

describe("a provider's keys", () => {
  const fetched = ({ requests }: TestProvider): [number, number] => [
    requests.get('/.well-known/openid-configuration') ?? 0,
    requests.get('/jwks') ?? 0,
  ]

  it('are fetched once for concurrent sign-ins', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const tokens = await Promise.all(['mary', 'mary', 'mary'].map((sub) => own.signIn(sub)))
    await Promise.all(tokens.map((idToken) => shop.identify(idToken)))
    assert.deepEqual(fetched(own), [1, 1])
  })

  it('are cached for ten minutes', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const idToken = await own.signIn('mary')
    await shop.identify(idToken)
    shop.clock.now += 10 * minuteMs - 1_000
    await shop.identify(idToken)
    assert.deepEqual(fetched(own), [1, 1])
    shop.clock.now += 2_000
    await shop.identify(idToken)
    assert.deepEqual(fetched(own), [2, 2])
  })

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

  it('that cannot be loaded are reported as unavailable, and the next sign-in tries again', async (t) => {
    const own = await openProvider(t, users)
    const shop = openShop(own)
    const idToken = await own.signIn('mary')
    own.isDown = true
    await assert.rejects(shop.identify(idToken), unavailable)
    own.isDown = false
    assert.equal((await shop.identify(idToken)).rawId, 'mary')
  })

  it('are refused if the discovery document names another issuer', async () => {
    const localhost = provider.issuer.replace('127.0.0.1', 'localhost')
    await assert.rejects(openShop(provider, localhost).identify(await provider.signIn('mary')), unavailable)
  })

  it('are refused if it differs in a slash only, with which openid-client would be content', async () => {
    const identifying = openShop(provider, `${provider.issuer}/`).identify(await provider.signIn('mary'))
    await assert.rejects(identifying, (error: Error) => {
      const { name, cause } = error
      assert.equal(name, unavailable.name)
      assert.equal((cause as Error).message, `${provider.issuer}/ says that it is ${provider.issuer}`)
      return true
    })
  })
})

describe("a provider's address", () => {
  for (const [address, issuer] of [
    ['https://keys.example/jwks', 'https://id.example'],
    ['http://127.0.0.1:4000/jwks', 'http://127.0.0.1:4000'],
  ] as const) {
    it(`is safe: ${address} of ${issuer}`, () => assert.equal(requireSafe(address, issuer), address))
  }

  /** What a provider might give as an address of its own. Anyone can add to this list. */
  for (const [address, issuer] of [
    ['javascript:alert(1)', 'https://id.example'],
    ['data:text/html,x', 'https://id.example'],
    ['file:///etc/passwd', 'https://id.example'],
    ['http://id.example/jwks', 'https://id.example'],
    ['http://127.0.0.1:4001/jwks', 'http://127.0.0.1:4000'],
    ['jwks', 'https://id.example'],
  ] as const) {
    it(`is refused: ${address} of ${issuer}`, () => assert.throws(() => requireSafe(address, issuer)))
  }
})
