import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { SignJWT } from 'jose'
import { pino } from 'pino'

import { openAccounts } from '../accounts/test-support.ts'
import { createCustomTokens, customTokenAudience } from './custom-tokens.ts'
import { SigningKeys } from './signing-keys.ts'

const log = pino({ level: 'silent' })
const hourMs = 3_600_000

describe('a custom token', () => {
  it('names its user, and is valid for an hour, in its own project only', async (t) => {
    const { database, clock } = openAccounts(t)
    const now = () => new Date(clock.now)
    const keys = new SigningKeys(database, now, log)
    const tokens = createCustomTokens(keys, 'demo-shop', now)
    const token = await tokens.issue({ uid: 'mary', claims: { maker: true } })
    assert.deepEqual(await tokens.verify(token), { uid: 'mary', claims: { maker: true }, issuedAt: now() })
    await assert.rejects(createCustomTokens(keys, 'other', now).verify(token), { code: 'CREDENTIAL_MISMATCH' })
    clock.now += hourMs - 1000
    await tokens.verify(token)
    clock.now += 1000
    await assert.rejects(tokens.verify(token), { code: 'INVALID_CUSTOM_TOKEN' })
  })

  it('is refused if a claim is missing or wrong, even if our key has signed it', async (t) => {
    const { database, clock } = openAccounts(t)
    const now = () => new Date(clock.now)
    const keys = new SigningKeys(database, now, log)
    const { kid, privateKey } = await keys.current()
    const tokens = createCustomTokens(keys, 'demo-shop', now)
    const seconds = clock.now / 1000
    const good = { iss: 'shop@demo-shop', sub: 'shop@demo-shop', aud: customTokenAudience, uid: 'mary' }
    const times = { iat: seconds, exp: seconds + 60 }
    for (const [payload, code] of [
      [{ ...good, ...times, aud: 'demo-shop' }, 'INVALID_CUSTOM_TOKEN'],
      [{ ...good, iat: seconds }, 'INVALID_CUSTOM_TOKEN'],
      [{ ...good, exp: seconds + 60 }, 'INVALID_CUSTOM_TOKEN'],
      [{ ...good, ...times, sub: 'mary' }, 'CREDENTIAL_MISMATCH'],
      [{ ...good, ...times, uid: '' }, 'MISSING_IDENTIFIER'],
      [{ ...good, ...times, claims: 'maker' }, 'INVALID_CLAIMS'],
      [{ ...good, ...times, claims: { auth_time: 1 } }, 'FORBIDDEN_CLAIM'],
    ] as const) {
      const token = await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
      await assert.rejects(tokens.verify(token), { name: 'IdentityError', code }, JSON.stringify(payload))
    }
  })

  it('is refused if it was made in the future, by a clock that was ahead', async (t) => {
    const { database, clock } = openAccounts(t)
    const now = () => new Date(clock.now)
    const tokens = createCustomTokens(new SigningKeys(database, now, log), 'demo-shop', now)
    clock.now += hourMs
    const token = await tokens.issue({ uid: 'mary' })
    await tokens.verify(token)
    clock.now -= hourMs
    await assert.rejects(tokens.verify(token), { code: 'INVALID_CUSTOM_TOKEN' })
  })
})
