import assert from 'node:assert/strict'
import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'

import { itemsFile } from '../../src/catalogue/sqlite/shop-database.ts'
import { KillRun } from '../kit/load/kill-run.ts'
import { MixedLoad, writeKinds } from '../kit/load/mixed-load.ts'
import { createOwners } from '../kit/load/owners.ts'
import type { Verification } from '../kit/load/verification.ts'
import { verify } from '../kit/load/verify.ts'
import { acknowledgedOf, Writer } from '../kit/load/writer.ts'
import { startShop } from '../kit/shop/shop-process.ts'

/** `KILLS=1000`: what docs/benchmarks.md has. */
const kills = Number(process.env['KILLS'] ?? 4)
/** Of this many kills, one comes while the shop starts. */
const startsKilledEvery = 8
const killedWhileStarting = 4
/** Each time after this many kills, and at the end, everything is verified; after the others, what is new. */
const fullVerificationEvery = 50

const shop = await startShop({ env: { SHOP_RATE_LIMITS: 'off' } })
after(() => shop.stop())
const { url, dataDir } = shop
const writer = new Writer({ url, dataDir, owners: await createOwners(shop, 2) })
const load = new MixedLoad(writer, { photoSize: 80, itemsPerImport: 3 })

describe('a shop that is killed while items, accounts and photos are written', () => {
  test('has everything that it acknowledged, and nothing in part', async (t) => {
    for (const kind of [...writeKinds, 'add', 'photo'] as const) await load.send(kind)
    const run = new KillRun(shop, writer, load)
    for (let number = 1; number <= kills; number++) {
      await (number % startsKilledEvery === killedWhileStarting ? run.killWhileStarting() : run.killWhileWriting())
      await run.startAgain()
      const isWhole = number % fullVerificationEvery === 0 || number === kills
      const found = await verify(writer, { url, dataDir, ...(!isWhole && { latest: 20 }) })
      assert.deepEqual(found, { lost: [], halfPhotos: [] })
      if (number % 100 === 0 || number === kills) t.diagnostic(`${number} kills: ${run.describe()}`)
    }
  })

  /** Changes the data folder of the stopped shop. @returns what is found to be wrong. */
  async function verifyAfter(damage: () => Promise<void> | void): Promise<Verification> {
    await shop.kill()
    await damage()
    await shop.startAgain()
    return verify(writer, { url, dataDir })
  }

  const changeItems = (sql: string) => {
    using database = new DatabaseSync(join(dataDir, itemsFile))
    database.exec(sql)
  }

  test('would be found to have lost an item, or a change of one', async () => {
    const [one, other] = writer.items.map(acknowledgedOf)
    const { lost } = await verifyAfter(() =>
      changeItems(`
        DELETE FROM item WHERE id = '${one?.id}';
        UPDATE item SET fields = json_set(fields, '$.tagline', 'as it was before'), version = version + 1 WHERE id = '${other?.id}'`),
    )
    assert.equal(lost.length, 2)
    for (const [index, item] of [one, other].entries()) assert.ok(lost[index]?.includes(item?.id ?? 'unknown'))
  })

  test('would be found to serve half a photo', async () => {
    const [one, other] = writer.photos.flatMap(({ acknowledged }) => acknowledged ?? [])
    const names = await readdir(join(dataDir, 'photos'))
    const fileOf = (id = 'unknown', end = '') => {
      const name = names.find((each) => each.startsWith(id) && each.endsWith(end))
      return join(dataDir, 'photos', name ?? 'unknown')
    }
    const [lost, cut] = [fileOf(one?.id, '.avif'), fileOf(other?.id, '.webp')]
    const contents = await Promise.all([lost, cut].map((file) => readFile(file)))
    const { halfPhotos } = await verifyAfter(async () => {
      await rm(lost)
      await truncate(cut, 100)
    })
    for (const [index, file] of [lost, cut].entries()) await writeFile(file, contents[index] ?? '')
    assert.equal(halfPhotos.length, 2)
    assert.match(halfPhotos[0] ?? '', /avif: 404$/)
    assert.match(halfPhotos[1] ?? '', /webp has changed/)
  })

  test('would be found to have lost a session', async () => {
    const [session] = writer.sessions.map(acknowledgedOf)
    const { lost } = await verifyAfter(() => {
      using database = new DatabaseSync(join(dataDir, 'identity.sqlite'))
      database.exec(`DELETE FROM refresh_tokens WHERE uid = '${session?.localId}'`)
    })
    assert.equal(lost.length, 1)
    assert.match(lost[0] ?? '', /TOKEN_EXPIRED/)
  })
})
