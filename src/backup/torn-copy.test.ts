import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { migrations as identityMigrations } from '@stockinette/identity/storage/schema.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { assertStartError, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../catalogue/sqlite/shop-database.ts'
import { identityRecord, recordIdentity } from './file-identity.ts'
import { refuseTornCopy } from './torn-copy.ts'

function listMessages() {
  const messages: string[] = []
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg)
  return { log: pino({}, { write }), messages }
}

/** A data folder with an item whose photo is not in it. */
function writeDataFolder(t: TestContext): string {
  const dataDir = temporaryFolder(t)
  using items = openShopDatabase({ path: dataDir })
  items.exec(`INSERT INTO item (id, created_at, fields, sold, hidden) VALUES ('beanie', 1, '{}', 0, 0);
    INSERT INTO item_photo VALUES ('beanie', 'f5ec3182ef906037e19c7b2fd24d930e')`)
  openDatabase(join(dataDir, 'identity.sqlite'), identityMigrations).close()
  return dataDir
}

test('a copy opens without photos when they are in a bucket', (t) => {
  const [dataDir, { log, messages }] = [writeDataFolder(t), listMessages()]
  recordIdentity(dataDir, log)
  const copy = temporaryFolder(t)
  cpSync(dataDir, copy, { recursive: true })
  assertStartError(() => refuseTornCopy({ dataDir: copy, hasPhotos: true, log }), /1 of the 1 photos .*f5ec\w+\.json/)
  refuseTornCopy({ dataDir: copy, hasPhotos: false, log })
  assert.match(messages.join('\n'), /this data folder is a copy/)
})

test('a data folder whose place was never noted is not checked', (t) => {
  const { log, messages } = listMessages()
  refuseTornCopy({ dataDir: writeDataFolder(t), hasPhotos: true, log })
  assert.deepEqual(messages, [])
})

test('the place is noted for the user of the shop only', (t) => {
  const [dataDir, { log }] = [writeDataFolder(t), listMessages()]
  recordIdentity(dataDir, log)
  assert.equal(statSync(join(dataDir, identityRecord)).mode & 0o777, 0o600)
})

test('a place that cannot be noted is logged, and the shop opens', (t) => {
  const [dataDir, { log, messages }] = [writeDataFolder(t), listMessages()]
  mkdirSync(join(dataDir, `${identityRecord}.unfinished`))
  recordIdentity(dataDir, log)
  assert.deepEqual(messages, ['the files of the data folder could not be recorded'])
  assert.equal(existsSync(join(dataDir, identityRecord)), false)
})
