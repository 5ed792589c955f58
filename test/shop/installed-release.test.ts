import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { fillDisk } from '@stockinette/sqlite/test-support.ts'

import { addItem } from '../kit/api-client.ts'
import { noFailingCalls } from '../kit/faults/failing-calls.ts'
import { makeArchive, nameOf, replaceIn } from '../kit/release/archives.ts'
import { archiveOf, command, dataDir, first, installShop, type InstalledShop } from '../kit/release/installed-shop.ts'
import { noMachine } from '../kit/release/machine.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { isFullSize } from '../kit/test-size.ts'

const archives = mkdtempSync(join(tmpdir(), 'archives-'))
const second = '1.10.0'

/** Versions whose items have a column more for each number. */
const migrating = (count: number) => (folder: string) => {
  const end = 'DROP TABLE IF EXISTS price_count;`,\n'
  const columns = Array.from(
    { length: count },
    (_, index) => `\`ALTER TABLE item ADD COLUMN later${index} INTEGER;\`,\n`,
  )
  replaceIn(join(folder, 'src/catalogue/sqlite/shop-database.ts'), end, end + columns.join(''))
}

/** The same, and it ends before a line of the start. */
const failing = (count: number, line: string) => (folder: string) => {
  migrating(count)(folder)
  replaceIn(join(folder, 'server.ts'), line, `  throw new Error('Out of wool.')\n${line}`)
}
const afterMigration = '  await waitForUpgrade('

/** The same, and it takes a second longer to start, with its data folder locked. */
const migratingSlowly = (count: number) => (folder: string) => {
  migrating(count)(folder)
  const pause = '  await new Promise((resolve) => setTimeout(resolve, 1_000))\n'
  replaceIn(join(folder, 'server.ts'), afterMigration, pause + afterMigration)
}
const onceOpen = '  return backend\n'

describe('an installed release', { skip: noMachine }, () => {
  before(() => {
    makeArchive(archives, first)
    makeArchive(archives, second, migrating(1))
  })
  after(() => rmSync(archives, { recursive: true }))

  describe('is upgraded', () => {
    let shop: InstalledShop
    before(async () => {
      shop = await installShop(archives)
    })
    after(() => shop[Symbol.asyncDispose]())

    it('not with an archive that is damaged or has no digest', async () => {
      const { machine } = shop
      machine.must('cp', archiveOf(second), '/root/damaged.tar.xz')
      const missing = machine.run(command, 'upgrade', '/root/damaged.tar.xz')
      assert.match(missing.output, /The file with its digest is missing/)
      machine.must('cp', `${archiveOf(second)}.sha256`, '/root/damaged.tar.xz.sha256')
      machine.must('dd', 'if=/dev/urandom', 'of=/root/damaged.tar.xz', 'bs=16', 'count=1', 'seek=250', 'conv=notrunc')
      const damaged = machine.run(command, 'upgrade', '/root/damaged.tar.xz')
      assert.match(damaged.output, /is damaged/)
      assert.deepEqual([missing.status, damaged.status, await shop.version()], [1, 1, first])
    })

    it('not on a full disk: says so and changes nothing, whether there is no room for the program or for the copies', async () => {
      const upgradeWith = (path: string, freeBytes: number) => {
        const filler = shop.machine.seen(path)
        fillDisk(filler)
        truncateSync(filler, Math.max(0, statSync(filler).size - freeBytes))
        const result = shop.upgradeTo(second)
        rmSync(filler)
        return result
      }
      const noRoom = upgradeWith('/srv/filler', 1_000_000)
      assert.equal(noRoom.status, 1, noRoom.output)
      assert.match(noRoom.output, /No space left on device|disk is full/)
      assert.deepEqual([await shop.version(), await shop.titles()], [first, ['Before']])
      const noCopies = upgradeWith(`${dataDir}/filler`, 65_536)
      assert.equal(noCopies.status, 1, noCopies.output)
      assert.match(noCopies.output, /is back with all data[^]*its disk is full/)
      assert.deepEqual([await shop.version(), await shop.titles()], [first, ['Before']])
    })

    it('not to a version that migrates and then fails: the one before is back, with its databases, and says why', async () => {
      makeArchive(archives, '1.11.0', failing(1, afterMigration))
      const { status, output } = shop.upgradeTo('1.11.0')
      assert.equal(status, 1)
      assert.match(output, /1\.11\.0\S* did not start, and \S*1\.9\.0\S* is back with all data[^]*Error: Out of wool/)
      assert.equal(await shop.version(), first)
      await addItem(shop.url, minimalItem('Later'))
      assert.deepEqual(await shop.titles(), ['Later', 'Before'])
    })

    it('with a backup before; the same archive twice changes nothing, and an older one is refused', async () => {
      const cache = '/var/cache/stockinette'
      const { machine } = shop
      machine.must('install', '-D', '/etc/hostname', `${cache}/version/cached`)
      machine.must('ln', '-s', '/etc', `${cache}/link`)
      const upgraded = shop.upgradeTo(second)
      assert.equal(upgraded.status, 0, upgraded.output)
      assert.match(upgraded.output, /The newest backup is \/var\/backups\/stockinette\/\d/)
      assert.equal(await shop.version(), second)
      assert.equal(
        machine.must('find', cache, '-name', 'cached', '-o', '-name', 'link'),
        '',
        'the cache has no old files',
      )
      machine.must('test', '-e', '/etc/stockinette.env')
      await addItem(shop.url, minimalItem('After'))
      assert.match(shop.machine.must(command, 'upgrade', archiveOf(second)), /is installed already/)
      const older = shop.upgradeTo(first)
      assert.equal(older.status, 1)
      assert.match(older.output, /1\.9\.0 is older than 1\.10\.0.*The newest backup is \/var\/backups\/stockinette\/\d/)
      assert.deepEqual([await shop.version(), await shop.titles()], [second, ['After', 'Later', 'Before']])
    })

    it('not with an archive of the same version from another commit', async () => {
      const rebuilt = join(archives, 'rebuilt')
      makeArchive(rebuilt, second, (folder) => replaceIn(join(folder, 'package.json'), 'c0ffee', 'decaf'))
      const { status, output } = shop.machine.run(command, 'upgrade', `/opt/archives/rebuilt/${nameOf(second)}.tar.xz`)
      assert.equal(status, 1)
      assert.match(
        output,
        /has the version that is installed, 1\.10\.0, but is made from another commit: raise "version"/,
      )
      assert.equal(await shop.version(), second)
    })

    it('to a version that fails once it has been opened: it stays, and the backup is named', () => {
      makeArchive(archives, '1.12.0', failing(1, onceOpen))
      const { status, output } = shop.upgradeTo('1.12.0')
      assert.equal(status, 1)
      assert.match(output, /1\.12\.0\S* has been opened, so people may have stored something, and it stays/)
      assert.match(output, /The newest backup is \/var\/backups\/stockinette\/\d[^]*Out of wool/)
      assert.match(shop.machine.must('readlink', '/srv/stockinette/current'), /1\.12\.0/)
    })
  })

  it(
    'upgrade, killed at a step: another upgrade ends it first, and nothing is lost',
    { skip: noFailingCalls },
    async () => {
      await using shop = await installShop(archives)
      const { machine } = shop
      const calls = 'rename,symlink,unlink,rmdir,mkdir'
      let undone = 0
      const step = isFullSize ? 1 : 6
      for (let call = step; ; call += step) {
        const [bad, good] = [`2.${call}.0`, `2.${call}.1`]
        makeArchive(archives, bad, failing(call, afterMigration))
        makeArchive(archives, good, migratingSlowly(call))
        const kill = ['-qqo', '/dev/null', `-etrace=${calls}`, `-einject=${calls}:signal=SIGKILL:when=${call}`]
        const killed = machine.run('strace', ...kill, command, 'upgrade', archiveOf(bad))
        if (killed.output.includes('did not start')) break
        const marker = machine.seen(`${dataDir}/upgrade-unfinished`)
        const owner = machine.must('stat', '-c', '%u', dataDir).trim()
        if (existsSync(marker)) assert.equal(String(statSync(marker).uid), owner)
        const { status, output } = shop.upgradeTo(good)
        assert.equal(status, 0, `after call ${call}: ${output}`)
        assert.equal(await shop.version(), good)
        await addItem(shop.url, minimalItem(good))
        assert.ok((await shop.titles()).includes('Before'))
        if (output.includes('was interrupted, and has been undone')) undone++
      }
      assert.ok(undone > 0, 'no step was one at which something had to be undone')
    },
  )
})
