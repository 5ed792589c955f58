import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'

import { SignJWT, createLocalJWKSet, jwtVerify } from 'jose'
import type { JWK } from 'jose'

import { openAccounts } from './accounts/test-support.ts'
import { createSigningKeys, overlapMs, signingPeriodMs } from './signing-keys.ts'

const minuteMs = 60_000

function openKeys(t: TestContext) {
  const { database, clock } = openAccounts(t)
  const open = () => createSigningKeys(database, () => new Date(clock.now))
  let keys = open()
  return {
    clock,
    current: async () => (await keys.current()).kid,
    kids: async () => (await keys.publicKeys()).map(({ kid }) => kid),
    publicKeys: (): Promise<readonly JWK[]> => keys.publicKeys(),
    async sign() {
      const { kid, privateKey } = await keys.current()
      return new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    verify: (token: string) => jwtVerify(token, keys.keySet),
    async restart() {
      await keys.settled()
      keys = open()
    },
  }
}

describe('signing keys', () => {
  it('are one for ninety days', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now += signingPeriodMs - 1
    assert.equal(await keys.current(), first)
    assert.deepEqual(await keys.kids(), [first])
  })

  it('overlap: the one before verifies until its last token has ended, and goes', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now += signingPeriodMs - 1
    const lastToken = await keys.sign()
    keys.clock.now += 1
    const second = await keys.current()
    assert.notEqual(second, first)
    assert.deepEqual(await keys.kids(), [second, first])
    keys.clock.now += overlapMs - 1
    await keys.verify(lastToken)
    keys.clock.now += 1
    await assert.rejects(keys.verify(lastToken), { code: 'ERR_JWKS_NO_MATCHING_KEY' })
    assert.deepEqual(await keys.kids(), [second])
    await keys.verify(await keys.sign())
  })

  it('are followed by the next in a shop that was closed meanwhile', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    const token = await keys.sign()
    keys.clock.now += 5 * signingPeriodMs
    await keys.restart()
    const second = await keys.current()
    assert.deepEqual(await keys.kids(), [second, first])
    await keys.verify(token)
    keys.clock.now += overlapMs
    await keys.restart()
    assert.deepEqual(await keys.kids(), [second])
  })

  it('are made once, however many ask at that moment', async (t) => {
    const keys = openKeys(t)
    await keys.current()
    keys.clock.now += signingPeriodMs
    assert.equal(new Set(await Promise.all(Array.from({ length: 20 }, () => keys.current()))).size, 1)
    assert.equal((await keys.kids()).length, 2)
  })

  it('stay when the clock is set back', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now -= 10 * minuteMs
    await keys.restart()
    assert.equal(await keys.current(), first)
  })

  it('are published without what is private, as any program reads them', async (t) => {
    const keys = openKeys(t)
    const token = await keys.sign()
    const published = JSON.parse(JSON.stringify({ keys: await keys.publicKeys() })) as { keys: JWK[] }
    assert.deepEqual(Object.keys(published.keys[0] ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
    await jwtVerify(token, createLocalJWKSet(published))
  })
})
