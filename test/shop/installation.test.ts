import assert from 'node:assert/strict'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { noFailingCalls } from '../kit/faults/failing-calls.ts'
import { makeArchive, nameOf } from '../kit/release/archives.ts'
import { archiveOf, command, dataDir, first, installShop, type InstalledShop } from '../kit/release/installed-shop.ts'
import { Machine, noMachine } from '../kit/release/machine.ts'

const archives = mkdtempSync(join(tmpdir(), 'archives-'))
const unit = '/etc/systemd/system/stockinette.service'
const second = '1.10.0'

/** A version with a unit of its own. */
const makeArchiveWithUnit = (version: string) =>
  makeArchive(archives, version, (folder) => {
    appendFileSync(join(folder, 'deploy/stockinette.service'), `# Of ${version}\n`)
  })

describe('a release', { skip: noMachine }, () => {
  before(() => {
    for (const version of [first, second]) makeArchive(archives, version)
  })
  after(() => rmSync(archives, { recursive: true }))

  it('installs: user, folders, unit, sample settings and links; again changes nothing; removed, its data stays', async () => {
    await using shop = await installShop(archives)
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
    const environment = ['--unset=NODE_COMPILE_CACHE', `SHOP_DATA_DIR=${data}`]
    const start = (...variables: string[]) =>
      machine.run('env', ...environment, ...variables, `/opt/${nameOf(first)}/stockinette`, 'start')
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

  it('gives its user empty folders that root has made, such as those of new disks', async () => {
    await using machine = await Machine.start(archives)
    machine.must('mkdir', '-p', '/srv/stockinette', `${dataDir}/lost+found`, '/var/backups/stockinette')
    machine.must('tar', '-xf', archiveOf(first), '-C', '/srv/stockinette')
    const done = machine.must(`/srv/stockinette/${nameOf(first)}/stockinette`, 'install')
    assert.match(done, /^Did: make \/var\/backups\/stockinette for the user stockinette$/m)
    const owners = machine.must('stat', '-c', '%U %a', dataDir, '/var/backups/stockinette')
    assert.equal(owners, 'stockinette 700\nstockinette 700\n')
    assert.doesNotMatch(machine.must(command, 'install'), /^Did/m)
  })

  describe('has a unit, which an upgrade', () => {
    let shop: InstalledShop
    const read = () => readFileSync(shop.machine.seen(unit), 'utf8')
    /** The line that only the unit of one version has. */
    const mark = () => /^# Of .*$/m.exec(read())?.[0]
    const goBackByLink = (version: string) => {
      shop.machine.must('ln', '-sfn', nameOf(version), '/srv/stockinette/current')
      shop.machine.must('systemctl', 'restart', 'stockinette')
    }
    before(async () => {
      shop = await installShop(archives)
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
      shop.machine.write(unit, read().replace(/^ExecStart=.*$/m, `ExecStart=${command} start`))
      shop.machine.must(command, 'install')
    })
  })
})
