import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { describe, it } from 'node:test'

import {
  SignJWT,
  UnsecuredJWT,
  createLocalJWKSet,
  createRemoteJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTHeaderParameters,
  type JWTVerifyGetKey,
} from 'jose'

import { itemRules } from '../messages/messages.ts'
import { createAccess } from './access.ts'

const projectId = 'demo-shop'
const kid = 'the-key'
const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
// It names no algorithm, as a careless key set might: which one is right is for us to say.
const publicJwk = { ...(await exportJWK(publicKey)), kid, use: 'sig' } as const
const publicPem = await exportSPKI(publicKey)
const samePrivateKeyForPss = (await importJWK(await exportJWK(privateKey), 'PS256')) as CryptoKey
const foreign = await generateKeyPair('RS256')
const elliptic = await generateKeyPair('ES256')

const now = new Date('2026-03-01T12:00:00Z')
const second = now.getTime() / 1000
const ourKeys = createLocalJWKSet({ keys: [publicJwk] })
const access = createAccess({ keySet: ourKeys, projectId, now: () => now })

const validHeader = { alg: 'RS256', kid, typ: 'JWT' }
const validClaims = {
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: 'a'.repeat(28),
  user_id: 'a'.repeat(28),
  iat: second - 60,
  exp: second + 3540,
  auth_time: second - 60,
  provider_id: 'anonymous',
  firebase: { identities: {}, sign_in_provider: 'anonymous' },
}

const signedInAt = new Date(validClaims.auth_time * 1000)
const validVisitor = {
  uid: validClaims.sub,
  verifiedEmail: undefined,
  isAnonymous: true,
  signInProvider: 'anonymous',
  signedInAt,
}

type SignatureKey = CryptoKey | Uint8Array

function sign(claims: object = {}, header: Partial<JWTHeaderParameters> = {}, key: SignatureKey = privateKey) {
  return new SignJWT({ ...validClaims, ...claims }).setProtectedHeader({ ...validHeader, ...header }).sign(key)
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const good = await sign()
const [header = '', payload = '', signature = ''] = good.split('.')
const bytes = (text: string) => new TextEncoder().encode(text)

/** Everything here must be refused. Know another trick? Add it. */
const attacks: Record<string, string | undefined> = {
  'no header': undefined,
  'an empty header': '',
  'no token': 'Bearer ',
  'another scheme': `Basic ${good}`,
  'no scheme': good,
  'two tokens': `Bearer ${good} ${good}`,
  'two headers, joined': `Bearer ${good}, Bearer ${good}`,
  'a word': 'Bearer undefined',
  'dots alone': 'Bearer ..',
  'no signature': `Bearer ${header}.${payload}.`,
  'a part too few': `Bearer ${header}.${payload}`,
  'a part too many': `Bearer ${good}.${signature}`,
  'one character of the signature changed': `Bearer ${header}.${payload}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
  'a shorter signature': `Bearer ${header}.${payload}.${signature.slice(0, -4)}`,
  'another user in the payload': `Bearer ${header}.${part({ ...validClaims, sub: 'b'.repeat(28) })}.${signature}`,
  'alg none, unsigned': `Bearer ${new UnsecuredJWT(validClaims).encode()}`,
  'alg none in mixed case': `Bearer ${part({ ...validHeader, alg: 'nOnE' })}.${payload}.`,
  'alg none with our signature': `Bearer ${part({ ...validHeader, alg: 'none' })}.${payload}.${signature}`,
  'alg of another type': `Bearer ${part({ ...validHeader, alg: ['RS256'] })}.${payload}.${signature}`,
  'HS256 with the public key as the secret': `Bearer ${await sign({}, { alg: 'HS256' }, bytes(publicPem))}`,
  'HS256 with the public key in DER': `Bearer ${await sign({}, { alg: 'HS256' }, createPublicKey(publicPem).export({ type: 'spki', format: 'der' }))}`,
  'HS256 with the modulus as the secret': `Bearer ${await sign({}, { alg: 'HS256' }, bytes(publicJwk.n as string))}`,
  'our key with another algorithm': `Bearer ${await sign({}, { alg: 'PS256' }, samePrivateKeyForPss)}`,
  'another key under our kid': `Bearer ${await sign({}, {}, foreign.privateKey)}`,
  'another key under its own kid': `Bearer ${await sign({}, { kid: 'other' }, foreign.privateKey)}`,
  'another key, sent in the header': `Bearer ${await sign({}, { jwk: await exportJWK(foreign.publicKey) }, foreign.privateKey)}`,
  'another key at an address in the header': `Bearer ${await sign({}, { jku: 'http://127.0.0.1:9/keys' }, foreign.privateKey)}`,
  'an elliptic key': `Bearer ${await sign({}, { alg: 'ES256' }, elliptic.privateKey)}`,
  'a kid that is a path': `Bearer ${await sign({}, { kid: '../../dev/null' })}`,
  'a kid that is not a string': `Bearer ${part({ ...validHeader, kid: { $ne: null } })}.${payload}.${signature}`,
  'an unknown critical extension': `Bearer ${part({ ...validHeader, crit: ['x'], x: 1 })}.${payload}.${signature}`,
  'a payload that is not an object': `Bearer ${header}.${part([validClaims])}.${signature}`,
  expired: `Bearer ${await sign({ iat: second - 3700, exp: second - 100 })}`,
  'expired a little more than the clocks may differ': `Bearer ${await sign({ exp: second - 31 })}`,
  'without an expiry': `Bearer ${await sign({ exp: undefined })}`,
  'an expiry that is a string': `Bearer ${await sign({ exp: '9999999999' })}`,
  'issued long ago, with a late expiry': `Bearer ${await sign({ iat: second - 7200, exp: second + 7200 })}`,
  'issued tomorrow': `Bearer ${await sign({ iat: second + 86_400, exp: second + 90_000 })}`,
  'not valid yet': `Bearer ${await sign({ nbf: second + 600 })}`,
  'signed in tomorrow': `Bearer ${await sign({ auth_time: second + 86_400 })}`,
  'for another project': `Bearer ${await sign({ aud: 'another-shop' })}`,
  'without an audience': `Bearer ${await sign({ aud: undefined })}`,
  'of another project': `Bearer ${await sign({ iss: 'https://securetoken.google.com/another-shop' })}`,
  'a session cookie, which has another issuer': `Bearer ${await sign({ iss: `https://session.firebase.google.com/${projectId}` })}`,
  'a custom token, which has no issuer of ours': `Bearer ${await sign({ iss: 'someone@demo-shop.iam.gserviceaccount.com' })}`,
  'without a subject': `Bearer ${await sign({ sub: undefined })}`,
  'an empty subject': `Bearer ${await sign({ sub: '' })}`,
  'a subject that is not a string': `Bearer ${await sign({ sub: { admin: true } })}`,
  'a subject that is too long': `Bearer ${await sign({ sub: 'a'.repeat(129) })}`,
  'a sign-in provider that is not a string': `Bearer ${await sign({ firebase: { sign_in_provider: ['anonymous'] } })}`,
  'without a sign-in provider': `Bearer ${await sign({ firebase: undefined })}`,
}

describe('Access.identify', () => {
  it('returns the user of the token', async () => {
    assert.deepEqual(await access.identify(`Bearer ${good}`), validVisitor)
    assert.deepEqual(await access.identify(`bearer ${good}`), validVisitor)
  })

  it('the address of the token counts if it is verified', async () => {
    const email = 'mary@example.com'
    for (const [claims, verifiedEmail] of [
      [{ email, email_verified: true }, email],
      [{ email, email_verified: false }, undefined],
      [{ email }, undefined],
    ] as const)
      assert.equal((await access.identify(`Bearer ${await sign(claims)}`)).verifiedEmail, verifiedEmail)
  })

  it('a sign-in with a credential is not anonymous', async () => {
    const token = await sign({ firebase: { identities: {}, sign_in_provider: 'password' } })
    assert.equal((await access.identify(`Bearer ${token}`)).isAnonymous, false)
  })

  it('tolerates a clock that differs by 30 seconds', async () => {
    const behind = await sign({ exp: second - 29 })
    const ahead = await sign({ iat: second + 29, exp: second + 3629, auth_time: second + 29 })
    assert.equal((await access.identify(`Bearer ${behind}`)).uid, validClaims.sub)
    assert.equal((await access.identify(`Bearer ${ahead}`)).uid, validClaims.sub)
  })

  for (const [name, authorization] of Object.entries(attacks)) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(access.identify(authorization), { code: 'not-signed-in', message: itemRules.notSignedIn })
    })
  }

  it('accepts only unsigned tokens where an emulator issues them', async () => {
    const emulated = createAccess({ keySet: 'unsigned', projectId, now: () => now })
    const unsigned = (claims: object = {}) => `Bearer ${new UnsecuredJWT({ ...validClaims, ...claims }).encode()}`
    assert.deepEqual(await emulated.identify(unsigned()), validVisitor)
    for (const refused of [`Bearer ${good}`, unsigned({ aud: 'other' }), unsigned({ exp: second - 60 }), 'Bearer ..']) {
      await assert.rejects(emulated.identify(refused), { code: 'not-signed-in' })
    }
  })

  it('answers storage-unavailable, not not-signed-in, while the keys cannot be fetched', async () => {
    const keySet = createRemoteJWKSet(new URL('http://127.0.0.1:9/keys'))
    const withoutKeys = createAccess({ keySet, projectId, now: () => now })
    await assert.rejects(withoutKeys.identify(`Bearer ${good}`), { code: 'storage-unavailable' })
  })

  it('verifies a token once, until it expires', async () => {
    let time = now
    let verifications = 0
    const counting: JWTVerifyGetKey = (...asked) => {
      verifications++
      return ourKeys(...asked)
    }
    const remembering = createAccess({ keySet: counting, projectId, now: () => time })
    for (let n = 0; n < 3; n++) await remembering.identify(`Bearer ${good}`)
    assert.equal(verifications, 1)
    time = new Date(validClaims.exp * 1000 + 31_000)
    await assert.rejects(remembering.identify(`Bearer ${good}`), { code: 'not-signed-in' })
  })

  it('the cache of verified tokens is bounded: long tokens evict others', async () => {
    let verifications = 0
    const counting: JWTVerifyGetKey = (...asked) => {
      verifications++
      return ourKeys(...asked)
    }
    const remembering = createAccess({ keySet: counting, projectId, now: () => now })
    await remembering.identify(`Bearer ${good}`)
    const picture = 'x'.repeat(150_000)
    for (let n = 0; n < 80; n++) await remembering.identify(`Bearer ${await sign({ picture, n })}`)
    assert.equal(verifications, 81)
    await remembering.identify(`Bearer ${good}`)
    assert.equal(verifications, 82)
  })
})
