import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'

import { skipUnprivileged, temporaryFolder, unprivileged } from '@stockinette/sqlite/test-support.ts'

import { execute } from '../../src/cli/main.ts'
import { addItem } from '../kit/api-client.ts'
import { assertRefused, type CommandResult } from '../kit/command.ts'
import { minimalItem } from '../kit/sample-items.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { commandEnv, root, startFailingShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const origin = 'https://shop.example'

/** Runs a command on a machine with this settings file at the usual place. */
function shop(settingsFile: string, args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return execute(args, { variables: env, usualSettings: settingsFile })
}

/** The same as this user, or as root, which may become another one: in a process of its own. */
function shopAs(
  uid: number,
  settingsFile: string,
  args: readonly string[],
  env?: Record<string, string>,
): Promise<CommandResult> {
  const command = ['test/kit/shop/command-with-settings-file.ts', settingsFile, ...args]
  const options = { cwd: root, env: { ...commandEnv, ...env }, uid, gid: uid }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** A place for a data folder, and a settings file that names it. */
function prepare(t: TestContext, settings = '') {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'data')
  const file = join(folder, 'stockinette.env')
  writeFileSync(file, `# Settings\nSHOP_DATA_DIR="${dataDir}"\n${settings}`)
  return { folder, dataDir, file }
}

describe('settings of a command', () => {
  it('owner add: before the first start, creates the data folder of the usual settings file', async (t) => {
    const { dataDir, file } = prepare(t, `SHOP_ORIGIN=${origin}\n`)
    const { stdout, stderr } = await shop(file, ['owner', 'add', 'mary@example.com'])
    assert.match(stdout, /^mary@example\.com is an owner\.[^\n]*\nhttps:\/\/shop\.example\/\S+\n$/, stderr)
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    await using started = await host.open({ dataDir })
    assert.match(await started.command('owner', 'list'), /^mary@example\.com /)
  })

  it('are those of --env instead, and variables that are set win', async (t) => {
    const { dataDir, file } = prepare(t)
    const args = ['owner', 'list', '--env', file]
    const fromFile = await shop('/missing.env', args)
    assertRefused(fromFile, new RegExp(`^There is no shop in ${dataDir}\\.`))
    const fromVariable = await shop('/missing.env', args, { SHOP_DATA_DIR: '/nowhere' })
    assertRefused(fromVariable, /^There is no shop in \/nowhere\./)
  })

  it('an unknown one stops a command as it stops the shop', async (t) => {
    const { dataDir, file } = prepare(t, 'SHOP_COLOUR=red\n')
    const failed = await shop(file, ['owner', 'list'])
    const { lines } = await startFailingShop({ dataDir, env: { SHOP_COLOUR: 'red' } })
    assert.deepEqual([failed.code, failed.stderr], [1, `${lines.join('\n')}\n`])
  })

  it('owner reset: the link has the address of the running shop, which the command does not know', async (t) => {
    const { dataDir, file } = prepare(t)
    await using _ = await host.open({ dataDir, env: { SHOP_ORIGIN: origin } })
    await shop(file, ['owner', 'add', 'mary@example.com'])
    const { stdout } = await shop(file, ['owner', 'reset', 'mary@example.com'])
    assert.match(stdout, /\nhttps:\/\/shop\.example\/__\/auth\/action\?\S+\n$/)
  })

  it('owner add: without a public address, the link has the port of the running shop, and says what to set', async (t) => {
    const { dataDir, file } = prepare(t)
    await using running = await host.open({ dataDir })
    const { stdout } = await shop(file, ['owner', 'add', 'mary@example.com'])
    const link = `http://localhost:${new URL(running.url).port}/__/auth/action`
    assert.ok(stdout.includes(`\n${link}?`), stdout)
    assert.match(stdout, /\n.*set SHOP_ORIGIN to its public address\.\n$/)
  })
})

describe('status', () => {
  it('has the state of a shop that runs, and of one that does not', async (t) => {
    const { folder, dataDir, file } = prepare(t)
    const env = { SHOP_BACKUP_DIR: join(folder, 'backups') }
    const running = await host.open({ dataDir, env })
    t.after(() => running[Symbol.asyncDispose]())
    await addItem(running.url, minimalItem())
    const unclaimed = await shop(file, ['status'])
    assert.match(
      unclaimed.stdout,
      /\nOwners: {2}none; make the shop yours at http:\/\/localhost:\d+\/claim#[\w-]{22}\n/,
    )
    await shop(file, ['owner', 'add', 'mary@example.com'])
    const status = async () => JSON.parse((await shop(file, ['status', '--json'])).stdout) as Record<string, unknown>
    const { freeBytes, backup, ...found } = await status()
    const owners = ['mary@example.com']
    const pieces = { visible: 1, sold: 0, hidden: 0, removed: 0 }
    const version = '0.1.0'
    assert.deepEqual(found, { version, isRunning: true, address: running.url, owners, pieces, dataDir })
    assert.ok(Number(freeBytes) > 0)
    assert.equal((backup as { folder: string }).folder, env.SHOP_BACKUP_DIR)
    const { stdout } = await shop(file, ['status'])
    assert.match(
      stdout,
      /^Version: 0\.1\.0; it is running\nAddress: http:\/\/localhost:\d+\nOwners: {2}mary@example\.com\n/,
    )
    assert.match(stdout, /\nPieces: {2}1 visible, of which 0 are sold; 0 hidden; 0 removed\n/)
    await running.kill()
    const { freeBytes: _, ...stopped } = await status()
    assert.deepEqual(stopped, { ...found, isRunning: false, address: null, backup: { folder: null, last: null } })
    assert.match((await shop(file, ['status'])).stdout, /^Version: 0\.1\.0; it is not running\n/)
  })

  it('says why the backups cannot be read, and all else', async (t) => {
    const { file, dataDir } = prepare(t)
    await using running = await host.open({ dataDir })
    await running.kill()
    const { code, stdout } = await shop(file, ['status'], { SHOP_BACKUP_DIR: import.meta.filename })
    assert.equal(code, 0)
    assert.match(stdout, /^Version: 0\.1\.0; it is not running\n[^]*\nBackup: {2}\S+ is not a folder\b.*\nDisk: /)
  })

  it('creates nothing', async (t) => {
    const { dataDir, file } = prepare(t)
    assertRefused(await shop(file, ['status']), /^There is no shop in /)
    assert.equal(existsSync(dataDir), false)
  })
})

const { uid: stranger = 0 } = unprivileged
const skip = stranger === 0 ? 'needs root, to be two users' : skipUnprivileged(new URL(import.meta.url))

describe('users of a command', { skip }, () => {
  it('root continues as the user who owns the data folder, and leaves no file of its own there', async (t) => {
    const { dataDir, file } = prepare(t)
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, stranger, stranger)
    const { code, stderr } = await shopAs(0, file, ['owner', 'add', 'mary@example.com'])
    assert.equal(code, 0, stderr)
    const files = readdirSync(dataDir)
    assert.ok(files.includes('items.db'))
    for (const name of files) {
      const { uid, gid } = statSync(join(dataDir, name))
      assert.notEqual(uid, 0, name)
      assert.notEqual(gid, 0, name)
    }
  })

  it('root checks backups as the user who owns them: that user may have changed them', async (t) => {
    const { folder, file } = prepare(t)
    const backup = join(folder, 'backups/2026-11-22T031000.000Z')
    mkdirSync(backup, { recursive: true })
    writeFileSync(join(backup, 'manifest.json'), '', { mode: 0o600 })
    chownSync(join(folder, 'backups'), stranger, stranger)
    assertRefused(
      await shopAs(0, file, ['backup', 'check', join(folder, 'backups')]),
      /manifest\.json may not be read by the user \S+\./,
    )
  })

  it('root is told as which user it may not read the backups', async (t) => {
    const { folder, dataDir, file } = prepare(t)
    mkdirSync(dataDir)
    chownSync(dataDir, stranger, stranger)
    mkdirSync(join(folder, 'secret/backups'), { recursive: true })
    chmodSync(join(folder, 'secret'), 0o700)
    for (const path of ['secret/backups', 'secret']) {
      assertRefused(
        await shopAs(0, file, ['restore', join(folder, path)]),
        new RegExp(`/${path} may not be read by the user (nobody|#${stranger})\\. Let that user read it\\.\n$`),
      )
    }
  })

  for (const args of [['owner', 'list'], ['status'], ['backup', '/tmp/backups']]) {
    it(`${args[0]}: says whose the data folder is when another user runs it`, async (t) => {
      const { dataDir, file } = prepare(t)
      mkdirSync(dataDir, { mode: 0o700 })
      const { stderr } = await shopAs(stranger, file, args)
      assert.equal(
        stderr,
        `${dataDir} belongs to the user root. Run the command with sudo, or as that user: sudo -u 'root' npm run shop -- …\n`,
      )
    })
  }

  it('says that this user may not read the settings file', async (t) => {
    const { folder } = prepare(t)
    const file = join(folder, 'secret.env')
    writeFileSync(file, '', { mode: 0o600 })
    const env = { HOME: folder }
    const { stderr } = await shopAs(stranger, file, ['owner', 'add', 'mary@example.com'], env)
    assert.match(
      stderr,
      /^There is no shop in \S+, and this user may not read \S+secret\.env: run the command with sudo\.\n$/,
    )
  })

  it('the shop refuses a data folder of another user in one line', async (t) => {
    const { dataDir } = prepare(t)
    mkdirSync(dataDir, { mode: 0o700 })
    const { code, lines } = await startFailingShop({
      dataDir,
      launcher: ['setpriv', `--reuid=${stranger}`, '--clear-groups'],
    })
    assert.equal(code, 1)
    assert.deepEqual(lines, [
      `${dataDir} cannot be written. Let the user who runs the shop read and write it and its folder, or set SHOP_DATA_DIR.`,
    ])
  })
})
