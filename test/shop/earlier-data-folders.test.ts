/**
 * Opens data folders that earlier versions of the shop wrote. `test/data-folders` has one for each pair of versions of the
 * two databases that the main branch has had, written by the last commit with that pair (`test/kit/shop/write-data-folder.ts`).
 * Version 2 of the accounts had other columns in three merges in a row (87a7bde to 71957da). No upgrade is tested from those.
 *
 * Each session of before goes on: no migration ends one. The plain refresh tokens are in `facts.json`.
 *
 * The databases are SQL dumps and not files: a reader sees what a version wrote, and a change of a fixture can be reviewed.
 * A dump has the schema as that version spelled it, each row with its key, the version and the journal mode. What it leaves
 * out, the order of pages, no migration reads.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test, type TestContext } from 'node:test'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { upgradeCopyOf } from '@stockinette/sqlite/upgrade-copy.ts'
import { pino } from 'pino'

import { migrations as identityMigrations } from '../../packages/identity/src/storage/schema.ts'
import { IndexFilling } from '../../src/catalogue/sqlite/index-filling.ts'
import { ItemTable } from '../../src/catalogue/sqlite/item-table.ts'
import { migrations as itemsMigrations, openShopDatabase } from '../../src/catalogue/sqlite/shop-database.ts'
import { wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import { isOwnNumber } from '../../src/domain/contact/own-number.ts'
import { defaultSettings, toSettingsRequest } from '../../src/domain/shop-settings.ts'
import { openEmbeddedIdentity } from '../../src/owners/embedded/identity.ts'
import { createOwner, signInWithPassword } from '../kit/accounts.ts'
import { refresh } from '../kit/api-client.ts'
import { endOf, startCommand } from '../kit/command.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import {
  databases,
  listDataFolders,
  readFacts,
  readRevision,
  readVersion,
  readVersions,
  restoreDataFolder,
  type WrittenFacts,
} from '../kit/shop/data-folders.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { copyBeforeEachCall } from '../kit/shop/killed-starts.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const migrations = { items: itemsMigrations, identity: identityMigrations }
const current = { items: itemsMigrations.length, identity: identityMigrations.length }
const names = ['items', 'identity'] as const

test('there is a data folder of each version of both databases, also of the current one', () => {
  const written = listDataFolders().map((fixture) => readFacts(fixture).versions)
  for (const name of names) {
    const versions = new Set(written.map((each) => each[name]))
    const expected = Array.from({ length: current[name] }, (_, index) => index + 1)
    assert.deepEqual(
      [...versions].toSorted((a, b) => a - b),
      expected,
      name,
    )
  }
})

/** Refreshes a session of before the upgrade. */
async function refreshSession(shop: RunningShop, { uid, refreshToken }: WrittenFacts['anonymous']) {
  const answer = await refresh(shop.url, refreshToken)
  const body = (await answer.json()) as { id_token: string; user_id: string }
  assert.deepEqual([answer.status, body.user_id], [200, uid])
  return body.id_token
}

/** Opens a data folder of an earlier version in the shop of today. */
async function startOn(t: TestContext, fixture: string) {
  const dataDir = temporaryFolder(t)
  restoreDataFolder(fixture, dataDir)
  const shop = await host.open({ dataDir })
  t.after(() => shop[Symbol.asyncDispose]())
  return { shop, dataDir, facts: readFacts(fixture) }
}

async function assertItems({ url }: RunningShop, facts: WrittenFacts, ownerToken: string): Promise<void> {
  const items = await listManaged(url, ownerToken)
  assert.equal(items.length, facts.items.length)
  for (const written of facts.items) {
    const item = items.find(({ id }) => id === written.id)
    assert.partialDeepStrictEqual(item, written)
    const isVisible = written.hidden !== true && (written.removedAt ?? null) === null
    assert.equal((await fetch(`${url}/api/items/${written.id}`)).status, isVisible ? 200 : 404)
    if ((written.removedAt ?? null) === null) continue
    const restored = { method: 'POST', path: `/items/${written.id}/restore`, version: item?.version ?? '' }
    assert.equal((await callApi(url, ownerToken, restored)).status, 200)
  }
}

/** Every item uses the photo of its image URL, so that the photo is not taken for unused. */
function assertPhotosAreUsed(dataDir: string): void {
  using database = new DatabaseSync(join(dataDir, databases.items), { readOnly: true })
  const unused = database.prepare(`SELECT id, fields ->> 'imageUrl' AS url FROM item WHERE url LIKE '/photos/%'
    AND NOT EXISTS (SELECT 1 FROM item_photo WHERE item_id = id AND photo_id = substr(url, 9, 32))`)
  assert.deepEqual(unused.all(), [])
}

/** The index has what is in the items. Those that were removed are restored by now. */
async function assertIsSearchable(dataDir: string, { items }: WrittenFacts): Promise<void> {
  using database = openShopDatabase({ path: dataDir })
  const filling = new IndexFilling(new ItemTable(database), pino({ enabled: false }), () => {})
  const index = await filling.wait().finally(() => filling.stop())
  const visible = items.filter(({ hidden }) => hidden !== true).map(({ id }) => id)
  assert.deepEqual(index.search(wholeCatalogue, 24).ids.toSorted(), visible.toSorted())
  assert.deepEqual(index.search({ ...wholeCatalogue, words: 'bean', category: 'beanies' }, 24).total, visible.length)
  assert.equal(index.overview().total, visible.length)
}

/** With the name of the earlier version, and as that version would open them. */
function assertCopies(dataDir: string, { versions }: WrittenFacts, output: string): void {
  for (const name of names) {
    const file = join(dataDir, databases[name])
    const copy = upgradeCopyOf(file, versions[name])
    const isUpgraded = versions[name] < current[name]
    assert.equal(readdirSync(dataDir).includes(`${databases[name]}.version-${versions[name]}`), isUpgraded)
    assert.equal(output.includes(`as it was, it is kept in ${copy}`), isUpgraded)
    if (isUpgraded) openDatabase(copy, migrations[name].slice(0, versions[name])).close()
  }
}

function assertIntact(file: string): void {
  using database = new DatabaseSync(file, { readOnly: true })
  assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok')
  assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), [])
}

describe('a data folder of an earlier version opens, with everything that is in it', { concurrency: 2 }, () => {
  for (const fixture of listDataFolders()) {
    test(fixture, async (t) => {
      const { shop, dataDir, facts } = await startOn(t, fixture)
      assert.deepEqual(readVersions(dataDir), current)
      assert.equal(readRevision(dataDir), facts.revision)

      await refreshSession(shop, facts.anonymous)
      const { customer, owner } = facts
      if (customer !== undefined) {
        await refreshSession(shop, customer)
        await signInWithPassword(shop.url, customer.email, customer.password)
      }
      if (owner !== undefined) {
        const list = { method: 'GET', path: '/manage/items' }
        assert.equal((await callApi(shop.url, await refreshSession(shop, owner), list)).status, 200)
      }
      const ownerToken = await (owner === undefined
        ? createOwner(shop, 'new@example.com')
        : signInWithPassword(shop.url, owner.email, owner.password))
      await assertItems(shop, facts, ownerToken)
      if (facts.shopSettings !== undefined) {
        const settings = await callApi(shop.url, ownerToken, { method: 'GET', path: '/manage/shop' })
        // That version may not have had all of them, and stored the number of the examples, which is nobody's.
        const expected = { ...toSettingsRequest(defaultSettings), ...facts.shopSettings }
        const whatsapp = isOwnNumber(expected.whatsapp) ? expected.whatsapp : ''
        assert.deepEqual(await settings.json(), { ...expected, whatsapp })
      }
      for (const path of facts.photoFiles) assert.equal((await fetch(new URL(path, shop.url))).status, 200, path)

      const output = shop.output()
      await shop.kill()
      assertPhotosAreUsed(dataDir)
      await assertIsSearchable(dataDir, facts)
      assert.ok(readdirSync(dataDir).includes('place.json'))
      assertCopies(dataDir, facts, output)
      for (const file of Object.values(databases)) assertIntact(join(dataDir, file))
    })
  }
})

test('a command that upgrades a data folder, as no shop is open there, says where the copies are', async (t) => {
  const dataDir = temporaryFolder(t)
  restoreDataFolder('items-3-identity-6', dataDir)
  const { stdout, stderr } = await endOf(startCommand({ SHOP_DATA_DIR: dataDir }, 'owner', 'list'))
  assert.match(stdout, /mary@example\.com/)
  assert.match(stderr, /items\.db\.version-3[^]*identity\.sqlite\.version-6/)
  assertCopies(dataDir, readFacts('items-3-identity-6'), stderr)
})

describe('an upgrade of a data folder that is killed', () => {
  const fixture = 'items-1-identity-3'
  const { versions, items, owner } = readFacts(fixture)

  /** Starts on what a killed upgrade left. */
  async function assertCompletes(dataDir: string, when: string): Promise<void> {
    using shopDatabase = openShopDatabase({ path: dataDir })
    const log = pino({ enabled: false })
    const { identity: service } = await openEmbeddedIdentity({
      database: shopDatabase,
      dataDir,
      projectId: 'demo-shop',
      log,
    })
    await service.close()
    assert.deepEqual(readVersions(dataDir), current, when)
    const [itemsFile, identityFile] = [join(dataDir, databases.items), join(dataDir, databases.identity)]
    using database = new DatabaseSync(itemsFile, { readOnly: true })
    assert.equal(database.prepare('SELECT count(*) AS items FROM item').get()?.['items'], items.length, when)
    using identity = new DatabaseSync(identityFile, { readOnly: true })
    const grantId = identity.prepare('SELECT grant_id FROM accounts WHERE grant_id IS NOT NULL').get()?.['grant_id']
    const owners = database.prepare('SELECT uid, grant_id FROM owner').all()
    assert.deepEqual(
      owners.map((row) => [row['uid'], row['grant_id']]),
      [[owner?.uid, grantId]],
      when,
    )
    assert.equal(readVersion(upgradeCopyOf(itemsFile, versions.items)), versions.items, when)
    assert.equal(readVersion(upgradeCopyOf(identityFile, versions.identity)), versions.identity, when)
  }

  test('before any call of SQLite: the next start has everything, and the copies are of the old version', async (t) => {
    const dataDir = temporaryFolder(t)
    restoreDataFolder(fixture, dataDir)
    const { calls, killed } = await copyBeforeEachCall(t, dataDir)
    assert.ok(calls > 32, `${calls} calls`)
    for (const { number, folder } of killed) await assertCompletes(folder, `after ${number} calls`)
  })
})
