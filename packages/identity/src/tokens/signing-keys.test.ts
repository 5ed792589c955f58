import assert from 'node:assert/strict'
import type { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'

import { SignJWT, createLocalJWKSet, jwtVerify, type JWK } from 'jose'
import { pino } from 'pino'

import { openAccounts } from '../accounts/test-support.ts'
import { SigningKeys, overlapMs, retryMs, signingPeriodMs } from './signing-keys.ts'

const minuteMs = 60_000

function openKeys(t: TestContext) {
  const { database, clock } = openAccounts(t)
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const open = () => new SigningKeys(database, () => new Date(clock.now), log)
  let keys = open()
  return {
    clock,
    database,
    lines,
    current: async () => (await keys.current()).kid,
    kids: async () => (await keys.publicKeys()).map(({ kid }) => kid),
    publicKeys: (): Promise<readonly JWK[]> => keys.publicKeys(),
    async sign() {
      const { kid, privateKey } = await keys.current()
      return new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    verify: (token: string) => jwtVerify(token, keys.keySet),
    rotate: () => keys.rotate(),
    isReplaced: (kid: string) => keys.isReplaced(kid),
    async restart() {
      await keys.settled()
      keys = open()
    },
  }
}

describe('signing keys', () => {
  it('the same key signs for ninety days', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now += signingPeriodMs - 1
    assert.equal(await keys.current(), first)
    assert.deepEqual(await keys.kids(), [first])
  })

  it('the previous key verifies until its last token has expired, then is deleted', async (t) => {
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

  it('the next key is created after a restart if the previous one is too old', async (t) => {
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

  it('concurrent callers get one new key', async (t) => {
    const keys = openKeys(t)
    await keys.current()
    keys.clock.now += signingPeriodMs
    assert.equal(new Set(await Promise.all(Array.from({ length: 20 }, () => keys.current()))).size, 1)
    assert.equal((await keys.kids()).length, 2)
  })

  it('are kept when the clock is set back', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now -= 10 * minuteMs
    await keys.restart()
    assert.equal(await keys.current(), first)
  })

  it('are published as a JWKS without private members', async (t) => {
    const keys = openKeys(t)
    const token = await keys.sign()
    const published = JSON.parse(JSON.stringify({ keys: await keys.publicKeys() })) as { keys: JWK[] }
    assert.deepEqual(Object.keys(published.keys[0] ?? {}).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
    await jwtVerify(token, createLocalJWKSet(published))
  })
})

/** Lets the database grow no further: SQLite fails as on a full disk. @returns a function that makes room again. */
function fillDisk(database: DatabaseSync): () => void {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  database.exec(`PRAGMA max_page_count = ${pages}`)
  const fill = database.prepare(
    'INSERT INTO accounts (uid, created_at, last_login_at, last_refresh_at, display_name) VALUES (?, 0, 0, 0, ?)',
  )
  for (let n = 0, isFull = false; !isFull; n++) {
    try {
      fill.run(`user-${n}`, 'x'.repeat(200))
    } catch {
      isFull = true
    }
  }
  return () => database.exec('PRAGMA max_page_count = 1000000')
}

const noMatch = { code: 'ERR_JWKS_NO_MATCHING_KEY' }

describe('signing keys on a full disk', () => {
  it('continue to sign and verify when the next one is due, which is created once there is space', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    const token = await keys.sign()
    keys.clock.now += signingPeriodMs
    const makeRoom = fillDisk(keys.database)
    for (let asked = 0; asked < 20; asked++) {
      keys.clock.now += 10
      await keys.verify(token)
      await keys.verify(await keys.sign())
    }
    assert.deepEqual(await keys.kids(), [first])
    assert.equal(keys.lines.length, 1, 'the disk is tried once, not with each request')
    keys.clock.now += retryMs
    await keys.verify(token)
    assert.equal(keys.lines.length, 2)
    makeRoom()
    keys.clock.now += retryMs
    const second = await keys.current()
    assert.notEqual(second, first)
    assert.deepEqual(await keys.kids(), [second, first])
    await keys.verify(token)
  })

  it('are used by a shop that starts then', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    keys.clock.now += 2 * signingPeriodMs
    fillDisk(keys.database)
    await keys.restart()
    await keys.verify(await keys.sign())
    assert.deepEqual(await keys.kids(), [first])
  })

  it('a previous key stops verifying on time, although its row cannot be deleted', async (t) => {
    const keys = openKeys(t)
    const token = await keys.sign()
    keys.clock.now += signingPeriodMs
    const second = await keys.current()
    keys.clock.now += overlapMs
    keys.database.exec('PRAGMA query_only = ON')
    await assert.rejects(keys.verify(token), noMatch)
    await keys.verify(await keys.sign())
    assert.deepEqual(await keys.kids(), [second])
    keys.database.exec('PRAGMA query_only = OFF')
  })

  it('remain unchanged when they cannot be replaced, and the command says so', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    const token = await keys.sign()
    fillDisk(keys.database)
    await assert.rejects(keys.rotate(), { code: 'storage-unavailable' })
    await keys.verify(token)
    assert.deepEqual(await keys.kids(), [first])
  })
})

describe('replaced signing keys', () => {
  it('verify no token any more, and neither does any earlier key', async (t) => {
    const keys = openKeys(t)
    const tokens = [await keys.sign()]
    keys.clock.now += signingPeriodMs
    tokens.push(await keys.sign())
    await keys.rotate()
    for (const token of tokens) await assert.rejects(keys.verify(token), noMatch)
    assert.deepEqual(await keys.kids(), [await keys.current()])
    await keys.verify(await keys.sign())
    await keys.restart()
    for (const token of tokens) await assert.rejects(keys.verify(token), noMatch)
  })

  it('leave only their ids, until their last token would have expired', async (t) => {
    const keys = openKeys(t)
    const first = await keys.current()
    await keys.rotate()
    const kept = () => keys.database.prepare("SELECT kid, private_jwk <> '' AS is_whole FROM signing_keys").all()
    assert.deepEqual(
      kept()
        .filter((row) => row['kid'] === first)
        .map((row) => row['is_whole']),
      [0],
    )
    assert.equal(await keys.isReplaced(first), true)
    assert.equal(await keys.isReplaced(await keys.current()), false)
    keys.clock.now += overlapMs
    assert.equal(await keys.isReplaced(first), false)
    assert.equal(kept().length, 1)
  })

  it('can be replaced while the first one is being created', async (t) => {
    const keys = openKeys(t)
    await Promise.all([keys.sign(), keys.rotate()])
    await keys.verify(await keys.sign())
    await keys.restart()
    await keys.verify(await keys.sign())
  })
})
