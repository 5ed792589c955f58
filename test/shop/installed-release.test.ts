import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { fillDisk } from '@stockinette/sqlite/test-support.ts'

import { addItem } from '../kit/api-client.ts'
import { noFailingCalls } from '../kit/faults/failing-calls.ts'
import { makeArchive, nameOf, replaceIn } from '../kit/release/archives.ts'
import { Machine, noMachine } from '../kit/release/machine.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { isFullSize } from '../kit/test-size.ts'

const archives = mkdtempSync(join(tmpdir(), 'archives-'))
const settings = '/etc/stockinette.env'
const command = '/usr/local/bin/stockinette'
const unit = '/etc/systemd/system/stockinette.service'
const [first, second] = ['1.9.0', '1.10.0']

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

/** A version with a unit of its own. */
const makeArchiveWithUnit = (version: string) =>
  makeArchive(archives, version, (folder) => {
    appendFileSync(join(folder, 'deploy/stockinette.service'), `# Of ${version}\n`)
  })

const archiveOf = (version: string) => `/opt/archives/${nameOf(version)}.tar.xz`

const dataDir = '/var/lib/stockinette'

/** A machine on which the first version runs, with a piece, and its data on a small disk. */
async function install() {
  await using started = new AsyncDisposableStack()
  const machine = started.use(await Machine.start(archives))
  const url = `http://localhost:${machine.port}`
  machine.must('mkdir', '-p', '/srv/stockinette')
  machine.must('tar', '-xf', archiveOf(first), '-C', '/srv/stockinette')
  machine.must(`/srv/stockinette/${nameOf(first)}/stockinette`, 'install')
  machine.must('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', dataDir)
  machine.must('install', '-d', '-o', 'stockinette', '-g', 'stockinette', '-m', '700', dataDir)
  const sample = readFileSync(machine.seen(settings), 'utf8').replace(/^SHOP_ORIGIN=.*$/m, '')
  machine.write(settings, `${sample}\nPORT=${machine.port}\n`)
  machine.must('systemctl', 'enable', '--now', 'stockinette')
  const shop = {
    machine,
    url,
    /** The version that answers, once it does. */
    async version(): Promise<string> {
      for (;;) {
        const answer = await fetch(`${url}/healthz`).catch(() => undefined)
        if (answer?.ok === true) return ((await answer.json()) as { version: string }).version
        await wait(50)
      }
    },
    async titles(): Promise<string[]> {
      const { items } = (await (await fetch(`${url}/api/items`)).json()) as { items: { title: string }[] }
      return items.map(({ title }) => title)
    },
    upgradeTo: (version: string) => machine.run(command, 'upgrade', archiveOf(version)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
  assert.equal(await shop.version(), first)
  await addItem(url, minimalItem('Before'))
  const kept = started.move()
  return shop
}

describe('an installed release', { skip: noMachine }, () => {
  before(() => {
    makeArchive(archives, first)
    makeArchive(archives, second, migrating(1))
  })
  after(() => rmSync(archives, { recursive: true }))

  it('installs: user, folders, unit, sample settings and links; again changes nothing; removed, its data stays', async () => {
    await using shop = await install()
    const { machine } = shop
    assert.match(machine.must('stat', '-c', '%U %a', dataDir), /^stockinette 700\n$/)
    const again = machine.must(command, 'install')
    assert.doesNotMatch(again, /^Did/m)
    assert.match(machine.must(command, 'status'), new RegExp(`^Version: +${first} of 2026-11-24; it is running`))
    const planned = machine.must(command, 'uninstall', '--dry-run')
    assert.match(planned, /^Would: remove \/etc\/systemd\/system\/stockinette\.service$/m)
    assert.ok(existsSync(machine.seen(unit)))
    machine.must(command, 'uninstall')
    for (const path of [command, unit]) assert.ok(!existsSync(machine.seen(path)), path)
    assert.deepEqual(readdirSync(machine.seen('/srv/stockinette')), [])
    assert.ok(existsSync(machine.seen(`${dataDir}/items.db`)))
    await assert.rejects(fetch(shop.url))
  })

  it('started by hand, makes its data folder for its user alone, and none if it may not start; then it has a cache', async () => {
    await using machine = await Machine.start(archives)
    machine.must('tar', '-xf', archiveOf(first), '-C', '/opt')
    const data = '/root/shop/data'
    const start = (...variables: string[]) =>
      machine.run('env', `SHOP_DATA_DIR=${data}`, ...variables, `/opt/${nameOf(first)}/stockinette`, 'start')
    assert.equal(start('SHOP_ORIGIN=nowhere').status, 78)
    assert.ok(!existsSync(machine.seen('/root/shop')))
    // It opens its data folder, and then fails.
    await using taken = createServer()
    await once(taken.listen(machine.port), 'listening')
    assert.match(start(`PORT=${machine.port}`).output, /port/i)
    assert.equal(machine.must('stat', '-c', '%a', '/root/shop', data), '700\n700\n')
    assert.ok(!existsSync(machine.seen(`${data}/compile-cache`)))
    start(`PORT=${machine.port}`)
    assert.ok(existsSync(machine.seen(`${data}/compile-cache`)))
  })

  it('removed after an upgrade that was killed, leaves nothing of that', { skip: noFailingCalls }, async () => {
    await using machine = await Machine.start(archives)
    machine.must('mkdir', '-p', '/srv/stockinette')
    // At the end of unpacking, and before the link to the version is changed.
    for (const call of ['rmdir', 'symlink']) {
      machine.must('tar', '-xf', archiveOf(first), '-C', '/srv/stockinette')
      machine.must(`/srv/stockinette/${nameOf(first)}/stockinette`, 'install')
      const kill = ['-qqo', '/dev/null', `-etrace=${call}`, `-einject=${call}:signal=SIGKILL:when=1`]
      assert.notEqual(machine.run('strace', ...kill, command, 'upgrade', archiveOf(second)).status, 0)
      machine.must(command, 'uninstall')
      assert.deepEqual(readdirSync(machine.seen('/srv/stockinette')), [], call)
    }
  })

  it('installs where /srv/stockinette is a symbolic link', async () => {
    await using machine = await Machine.start(archives)
    machine.must('mkdir', '-p', '/opt/programs', '/srv')
    machine.must('ln', '-s', '/opt/programs', '/srv/stockinette')
    machine.must('tar', '-xf', archiveOf(first), '-C', '/srv/stockinette')
    machine.must(`/srv/stockinette/${nameOf(first)}/stockinette`, 'install')
    assert.equal(machine.must(command, '--version'), `${first}\n`)
  })

  describe('is upgraded', () => {
    let shop: Awaited<ReturnType<typeof install>>
    before(async () => {
      shop = await install()
    })
    after(() => shop[Symbol.asyncDispose]())

    it('not with an archive that is damaged or has no digest', async () => {
      const { machine } = shop
      machine.must('cp', archiveOf(second), '/root/damaged.tar.xz')
      const missing = machine.run(command, 'upgrade', '/root/damaged.tar.xz')
      assert.match(missing.output, /The file with its digest is missing/)
      machine.must('cp', `${archiveOf(second)}.sha256`, '/root/damaged.tar.xz.sha256')
      machine.must('dd', 'if=/dev/zero', 'of=/root/damaged.tar.xz', 'bs=1', 'count=1', 'seek=4000', 'conv=notrunc')
      const damaged = machine.run(command, 'upgrade', '/root/damaged.tar.xz')
      assert.match(damaged.output, /is damaged/)
      assert.deepEqual([missing.status, damaged.status, await shop.version()], [1, 1, first])
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
      const upgraded = shop.upgradeTo(second)
      assert.equal(upgraded.status, 0, upgraded.output)
      assert.match(upgraded.output, /The newest backup is \/var\/backups\/stockinette\/\d/)
      assert.equal(await shop.version(), second)
      await addItem(shop.url, minimalItem('After'))
      assert.match(shop.machine.must(command, 'upgrade', archiveOf(second)), /is installed already/)
      const older = shop.upgradeTo(first)
      assert.equal(older.status, 1)
      assert.match(older.output, /1\.9\.0 is older than 1\.10\.0.*The newest backup is \/var\/backups\/stockinette\/\d/)
      assert.deepEqual([await shop.version(), await shop.titles()], [second, ['After', 'Later', 'Before']])
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

  describe('has a unit, which an upgrade', () => {
    let shop: Awaited<ReturnType<typeof install>>
    const read = () => readFileSync(shop.machine.seen(unit), 'utf8')
    /** The line that only the unit of one version has. */
    const mark = () => /^# Of .*$/m.exec(read())?.[0]
    const goBackByLink = (version: string) => {
      shop.machine.must('ln', '-sfn', nameOf(version), '/srv/stockinette/current')
      shop.machine.must('systemctl', 'restart', 'stockinette')
    }
    before(async () => {
      shop = await install()
    })
    after(() => shop[Symbol.asyncDispose]())

    it('replaces also after the link alone was put back', async () => {
      for (const version of ['1.13.0', '1.14.0']) makeArchiveWithUnit(version)
      assert.equal(shop.upgradeTo('1.13.0').status, 0)
      assert.equal(mark(), '# Of 1.13.0')
      goBackByLink(first)
      assert.equal(await shop.version(), first)
      const { status, output } = shop.upgradeTo('1.14.0')
      assert.equal(status, 0, output)
      assert.equal(mark(), '# Of 1.14.0')
      goBackByLink('1.13.0')
      assert.match(shop.machine.must(command, 'install'), /^Did: write the unit/m)
      assert.equal(mark(), '# Of 1.13.0')
    })

    it('replaces also after another one was killed while it wrote it', { skip: noFailingCalls }, () => {
      for (const version of ['1.15.0', '1.16.0']) makeArchiveWithUnit(version)
      const copying = 'copy_file_range,sendfile'
      const kill = ['-qqo', '/dev/null', `-etrace=${copying}`, `-einject=${copying}:signal=SIGKILL:when=1`]
      const killed = shop.machine.run('strace', ...kill, command, 'upgrade', archiveOf('1.15.0'))
      assert.notEqual(killed.status, 0)
      const { status, output } = shop.upgradeTo('1.16.0')
      assert.equal(status, 0, output)
      assert.match(output, /1\.15\.0\S* was interrupted, and has been undone/)
      assert.equal(mark(), '# Of 1.16.0')
    })

    it('leaves as an administrator has changed it, and says so', () => {
      makeArchiveWithUnit('1.17.0')
      const changed = `${read()}# Mine\n`
      shop.machine.write(unit, changed)
      const { status, output } = shop.upgradeTo('1.17.0')
      assert.equal(status, 0, output)
      assert.match(output, /\/stockinette\.service has been changed, and stays as it is/)
      assert.equal(read(), changed)
    })

    it('may find to start another program: that answers, so the version before is back, and `install` refuses', async () => {
      makeArchiveWithUnit('1.18.0')
      const start = `ExecStart=/srv/stockinette/${nameOf('1.17.0')}/stockinette start`
      shop.machine.write(unit, read().replace(/^ExecStart=.*$/m, start))
      const { status, output } = shop.upgradeTo('1.18.0')
      assert.equal(status, 1, output)
      assert.match(
        output,
        /1\.17\.0\S* is back with all data[^]* starts another program, which says that it is 1\.17\.0/,
      )
      assert.equal(await shop.version(), '1.17.0')
      const installed = shop.machine.run(command, 'install')
      assert.equal(installed.status, 1, installed.output)
      assert.ok(installed.output.includes(start), installed.output)
    })
  })

  it('upgrade, on a full disk: says so and changes nothing, whether there is no room for the program or for the copies', async () => {
    await using shop = await install()
    const { machine } = shop
    const upgradeWith = (path: string, freeBytes: number) => {
      const filler = machine.seen(path)
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
    assert.equal(shop.upgradeTo(second).status, 0)
    assert.deepEqual([await shop.version(), await shop.titles()], [second, ['Before']])
  })

  it(
    'upgrade, killed at a step: another upgrade ends it first, and nothing is lost',
    { skip: noFailingCalls },
    async () => {
      await using shop = await install()
      const { machine } = shop
      const calls = 'rename,symlink,unlink,rmdir,mkdir'
      let undone = 0
      for (let call = 1; ; call += isFullSize ? 1 : 5) {
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
