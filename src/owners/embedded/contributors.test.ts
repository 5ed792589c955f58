import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { assertNoScans, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { createContributors } from './contributors.ts'
import { openEmbeddedIdentity } from './identity.ts'
import { createSqliteOwners } from './sqlite-owners.ts'
import { callIdentity } from './test-support.ts'

const dayMs = 86_400_000

describe('an anonymous account that was not used for thirty days', () => {
  test('is removed, unless it has added an item or is an owner’s', async (t) => {
    const dataDir = temporaryFolder(t)
    const clock = { now: Date.parse('2026-03-01T12:00:00Z') }
    using database = openShopDatabase({ path: dataDir })
    const { promise: cleanedUp, resolve } = Promise.withResolvers<string>()
    const log = pino({}, { write: (line: string) => void (line.includes('are removed') && resolve(line)) })
    const open = () =>
      openEmbeddedIdentity({ database, dataDir, projectId: 'demo-shop', log, now: () => new Date(clock.now) })
    const first = await open()
    const signUp = () => callIdentity(first.identity, 'accounts:signUp', { returnSecureToken: true })
    const [visitor, contributor, owner] = [await signUp(), await signUp(), await signUp()]
    for (const _ of ['once', 'again']) first.contributors.note(contributor['localId'] ?? '')
    await first.owners.add({ uid: owner['localId'] ?? '', email: 'mary@example.com' })
    await first.identity.close()

    clock.now += 31 * dayMs
    const { identity } = await open()
    const refresh = ({ refreshToken }: typeof visitor) =>
      callIdentity(identity, 'token', { grantType: 'refresh_token', refreshToken })
    assert.equal((JSON.parse(await cleanedUp) as { accounts: number }).accounts, 1)
    await assert.rejects(refresh(visitor), { code: 'TOKEN_EXPIRED' })
    for (const account of [contributor, owner]) await refresh(account)
    await identity.close()
  })
})

test('no query of owners and contributors scans a table', (t) => {
  using database = openShopDatabase({ path: temporaryFolder(t) })
  assertNoScans(t, database, () => {
    createSqliteOwners({ database, grantIdOf: () => null, now: () => new Date() })
    createContributors(database)
  })
})
