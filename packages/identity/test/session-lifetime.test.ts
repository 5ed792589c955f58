import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'

import { serveIdentity } from './test-support-identity.ts'

const dayMs = 24 * 3_600_000

/** A user who signs in and later asks for new ID tokens, after some days each. */
async function signIn(t: TestContext) {
  const { call, clock, refresh } = await serveIdentity(t, { isRateLimited: false })
  const { answer } = await call('signUp', {
    email: 'mary@example.com',
    password: 'a password',
    returnSecureToken: true,
  })
  return async (days: number): Promise<string> => {
    clock.aheadMs += days * dayMs
    const response = await refresh(String(answer['refreshToken']))
    const { error } = (await response.json()) as { error?: { message: string } }
    return error?.message ?? 'valid'
  }
}

describe('a refresh token', () => {
  it('is valid for 90 days after each use', async (t) => {
    const refreshAfter = await signIn(t)
    for (const days of [89, 89]) assert.equal(await refreshAfter(days), 'valid')
  })

  it('ends after 90 days without use', async (t) => {
    const refreshAfter = await signIn(t)
    assert.equal(await refreshAfter(1), 'valid')
    assert.equal(await refreshAfter(91), 'TOKEN_EXPIRED')
  })

  it('ends a year after the sign-in, however often it is used', async (t) => {
    const refreshAfter = await signIn(t)
    for (let month = 0; month < 12; month++) assert.equal(await refreshAfter(30), 'valid')
    assert.equal(await refreshAfter(6), 'TOKEN_EXPIRED')
  })
})
