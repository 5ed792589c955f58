import assert from 'node:assert/strict'
import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'

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

  describe('and then loses something of each kind', () => {
    let items: readonly string[]
    let found: Verification

    const change = (file: string, sql: string) => {
      using database = new DatabaseSync(join(dataDir, file))
      database.exec(sql)
    }

    before(async () => {
      items = writer.items.slice(0, 2).map((item) => acknowledgedOf(item).id)
      const [one, other] = items
      const [session] = writer.sessions.map(acknowledgedOf)
      const photos = writer.photos.flatMap(({ acknowledged }) => acknowledged ?? [])
      const names = await readdir(join(dataDir, 'photos'))
      const fileOf = (id = 'unknown', end = '') => {
        const name = names.find((each) => each.startsWith(id) && each.endsWith(end))
        return join(dataDir, 'photos', name ?? 'unknown')
      }
      await shop.kill()
      change(
        itemsFile,
        `DELETE FROM item WHERE id = '${one}';
        UPDATE item SET fields = json_set(fields, '$.tagline', 'as it was before'), version = version + 1 WHERE id = '${other}'`,
      )
      change('identity.sqlite', `DELETE FROM refresh_tokens WHERE uid = '${session?.localId}'`)
      await rm(fileOf(photos[0]?.id, '.avif'))
      await truncate(fileOf(photos[1]?.id, '.webp'), 100)
      await shop.startAgain()
      found = await verify(writer, { url, dataDir })
    })

    test('would be found to have lost an item, or a change of one', () => {
      const lost = found.lost.filter((line) => line.startsWith('item: '))
      assert.equal(lost.length, 2)
      for (const [index, id] of items.entries()) assert.ok(lost[index]?.includes(id), `${lost[index]}`)
    })

    test('would be found to serve half a photo', () => {
      assert.equal(found.halfPhotos.length, 2)
      assert.match(found.halfPhotos[0] ?? '', /avif: 404$/)
      assert.match(found.halfPhotos[1] ?? '', /webp has changed/)
    })

    test('would be found to have lost a session', () => {
      const lost = found.lost.filter((line) => line.startsWith('session: '))
      assert.equal(lost.length, 1)
      assert.match(lost[0] ?? '', /TOKEN_EXPIRED/)
    })
  })
})
