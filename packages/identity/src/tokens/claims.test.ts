import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { emptyProfile, type Account } from '../accounts/account.ts'
import { toUserInfo } from '../accounts/user-info.ts'
import { toClaims } from './id-tokens.ts'
import type { Session } from './sessions.ts'

const at = new Date('2026-03-01T12:00:00.500Z')
const anonymous: Account = {
  ...emptyProfile,
  uid: 'mary',
  createdAt: at,
  lastLoginAt: at,
  lastRefreshAt: at,
  passwordUpdatedAt: null,
  initialEmailAt: null,
  validSince: null,
  links: [],
}
const full: Account = {
  ...anonymous,
  email: 'mary@example.com',
  emailVerified: true,
  displayName: 'Mary',
  photoUrl: 'https://example.com/mary.jpg',
  passwordHash: '$argon2id$secret',
  passwordUpdatedAt: at,
  validSince: at,
  customClaims: { maker: true },
  links: [
    {
      providerId: 'google.com',
      rawId: '117',
      email: 'm@gmail.example',
      displayName: 'M',
      photoUrl: null,
      screenName: null,
    },
  ],
}
const session: Session = { id: 'session', uid: 'mary', signInProvider: 'password', signedInAt: at, extraClaims: {} }

/** As it goes over the wire. */
const json = (value: object): unknown => JSON.parse(JSON.stringify(value))

describe('the claims of an ID token', () => {
  it('contain the account and its sign-in', () => {
    assert.deepEqual(json(toClaims(full, session)), {
      name: 'Mary',
      picture: 'https://example.com/mary.jpg',
      maker: true,
      email: 'mary@example.com',
      email_verified: true,
      auth_time: 1772366400,
      user_id: 'mary',
      sid: 'session',
      firebase: {
        identities: { email: ['mary@example.com'], 'google.com': ['117'] },
        sign_in_provider: 'password',
      },
    })
  })

  it('those of a custom token override those of the account', () => {
    const account = { ...anonymous, customClaims: { maker: false, name: 'Mary' } }
    const claims = toClaims(account, { ...session, signInProvider: 'custom', extraClaims: { maker: true } })
    assert.equal(claims['maker'], true)
    assert.equal(claims['name'], 'Mary')
  })

  it('custom claims cannot override the reserved ones', () => {
    const forged = {
      email: 'owner@example.com',
      email_verified: true,
      phone_number: '+1',
      provider_id: 'x',
      auth_time: 9,
      user_id: 'owner',
      sid: 'x',
      firebase: { sign_in_provider: 'x' },
    }
    const plain = json(toClaims(anonymous, session))
    assert.deepEqual(json(toClaims({ ...anonymous, customClaims: forged }, session)), plain)
    assert.deepEqual(json(toClaims(anonymous, { ...session, extraClaims: forged })), plain)
  })
})

describe('toUserInfo', () => {
  it('contains everything but the password hash', () => {
    assert.deepEqual(json(toUserInfo(full)), {
      localId: 'mary',
      email: 'mary@example.com',
      emailVerified: true,
      displayName: 'Mary',
      photoUrl: 'https://example.com/mary.jpg',
      passwordHash: 'UkVEQUNURUQ=',
      passwordUpdatedAt: at.getTime(),
      validSince: '1772366400',
      customAttributes: '{"maker":true}',
      createdAt: '1772366400500',
      lastLoginAt: '1772366400500',
      lastRefreshAt: '2026-03-01T12:00:00.500Z',
      providerUserInfo: [
        {
          providerId: 'password',
          email: 'mary@example.com',
          federatedId: 'mary@example.com',
          rawId: 'mary@example.com',
          displayName: 'Mary',
          photoUrl: 'https://example.com/mary.jpg',
        },
        { providerId: 'google.com', rawId: '117', federatedId: '117', displayName: 'M', email: 'm@gmail.example' },
      ],
    })
  })
})
