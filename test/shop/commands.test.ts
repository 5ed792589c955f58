import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../../src/catalogue/sqlite/shop-database.ts'
import { sendCommand } from '../../src/cli/send-command.ts'
import { openAdminSocket } from '../../src/cli/socket/admin-socket.ts'
import { readConfig } from '../../src/config/config.ts'
import { embeddedProjectId } from '../../src/config/identity-config.ts'
import { openEmbeddedIdentity } from '../../src/owners/embedded/identity.ts'
import { callIdentity } from '../../src/owners/embedded/test-support.ts'
import { runHere, runOn } from '../kit/command.ts'
import { commandEnv } from '../kit/shop/shop-process.ts'

const root = await mkdtemp(join(tmpdir(), 'shop-'))
const dataDir = join(root, 'data')
after(() => rm(root, { recursive: true }))

const project = {
  SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
  SHOP_FIREBASE_API_KEY: 'any',
  SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
}

const script = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** The services of a process that has locked a data folder. */
async function openHolder() {
  const folder = openDataFolder(dataDir)
  const log = pino({ level: 'silent' })
  const database = openShopDatabase(folder)
  const options = { database, dataDir: folder.path, projectId: embeddedProjectId, log }
  const { identity, claiming } = await openEmbeddedIdentity(options)
  const services = { administration: identity.administration, claiming }
  const socket = await openAdminSocket(folder.path, services, { origin: 'https://shop.example', log })
  return {
    async signInWith(token: string): Promise<unknown> {
      return callIdentity(identity, 'accounts:signInWithCustomToken', { token })
    },
    async close() {
      await socket[Symbol.asyncDispose]()
      await identity.close()
      database.close()
      folder.close()
    },
  }
}

/** Runs the command line. */
function shop(...args: string[]): ReturnType<typeof shopWith> {
  return shopWith({}, ...args)
}

function shopWith(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env = { ...commandEnv, SHOP_DATA_DIR: dataDir, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    )
  })
}

describe('the command line', () => {
  it('creates no data folder', async () => {
    const { code, stdout, stderr } = await shop('token', 'mary')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /There is no shop in .*\. Set SHOP_DATA_DIR/)
  })

  it('fails when its output cannot be written', { skip: process.platform !== 'linux' }, () => {
    const full = openSync('/dev/full', 'w')
    const command = [script, '--version']
    const { status, stderr } = spawnSync(process.execPath, command, {
      env: commandEnv,
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    assert.deepEqual([status, String(stderr)], [1, 'The output cannot be written: the disk is full.\n'])
  })

  it('does its work where its log and its progress cannot be written', { skip: process.platform !== 'linux' }, () => {
    const full = openSync('/dev/full', 'w')
    const env = { ...commandEnv, SHOP_DATA_DIR: join(root, 'unheard') }
    for (const [done, ...args] of [
      [/^mary@example\.com is an owner\./, 'owner', 'add', 'mary@example.com'],
      [/^Backed up to /, 'backup', join(root, 'backups')],
      [/^mary@example\.com {2}since /, 'owner', 'list'],
    ] as const) {
      const stdio = ['ignore', 'pipe', full] as const
      const { status, stdout } = spawnSync(process.execPath, [script, ...args], { env, stdio: [...stdio] })
      assert.match(String(stdout), done)
      assert.equal(status, 0)
    }
    closeSync(full)
  })

  it('finds no shop where a part of the path is a file', async () => {
    const below = join(fileURLToPath(import.meta.url), 'data')
    const { code, stderr } = await shopWith({ SHOP_DATA_DIR: below }, 'owner', 'list')
    assert.equal(code, 1)
    assert.match(stderr, /^There is no shop in .*commands\.test\.ts.data\. Set SHOP_DATA_DIR/)
  })

  it('sends a command to the running shop, or runs it itself when none runs', async () => {
    const holder = await openHolder()
    const fromShop = await shop('token', 'mary', '--claims', '{"maker":true}')
    await holder.signInWith(fromShop.stdout.trim())
    await holder.close()
    const fromFolder = await shop('token', 'mary')
    assert.deepEqual([fromShop.code, fromFolder.code], [0, 0])
    const revoked = await shop('revoke', 'mary')
    assert.match(revoked.stdout, /^mary is signed out everywhere\./)
    const fromAfter = await shop('token', 'mary')
    const later = await openHolder()
    await assert.rejects(later.signInWith(fromFolder.stdout.trim()), { code: 'INVALID_CUSTOM_TOKEN' })
    await later.signInWith(fromAfter.stdout.trim())
    await later.close()
  })

  it('waits for a shop that is starting: it has locked the folder, and does not answer yet', async (t) => {
    await (await openHolder()).close()
    const starting = openDataFolder(dataDir)
    let holder: Awaited<ReturnType<typeof openHolder>> | undefined
    t.after(() => holder?.close())
    const open = async () => {
      try {
        openDataFolder(dataDir)
        return assert.fail('The folder was not locked.')
      } finally {
        starting.close()
        holder = await openHolder()
      }
    }
    const request = { command: 'token', input: { uid: 'mary' } }
    const { token } = await sendCommand<{ token: string }>(readConfig({ SHOP_DATA_DIR: dataDir }), request, { open })
    await holder?.signInWith(token)
  })

  it('account disable: the account cannot sign in until account enable', async () => {
    const token = (await runOn(dataDir, 'token', 'mary')).stdout.trim()
    const holder = await openHolder()
    await holder.signInWith(token)
    assert.equal((await runOn(dataDir, 'account', 'disable', 'mary')).stdout, 'mary is disabled.\n')
    const later = (await runOn(dataDir, 'token', 'mary')).stdout.trim()
    for (const each of [token, later])
      await assert.rejects(holder.signInWith(each), /USER_DISABLED|INVALID_CUSTOM_TOKEN/)
    await holder.close()
    assert.equal((await runOn(dataDir, 'account', 'enable', 'mary')).stdout, 'mary is enabled.\n')
    const again = await openHolder()
    await again.signInWith(later)
    await again.close()
  })

  it('keys rotate: replaces the signing keys, whether or not the shop runs', async () => {
    const token = (await runOn(dataDir, 'token', 'mary')).stdout.trim()
    const holder = await openHolder()
    await holder.signInWith(token)
    assert.match((await runOn(dataDir, 'keys', 'rotate')).stdout, /^The signing keys have been replaced\./)
    await assert.rejects(holder.signInWith(token), { code: 'INVALID_CUSTOM_TOKEN' })
    const next = (await runOn(dataDir, 'token', 'mary')).stdout.trim()
    await holder.close()
    assert.equal((await runOn(dataDir, 'keys', 'rotate')).code, 0)
    const later = await openHolder()
    await assert.rejects(later.signInWith(next), { code: 'INVALID_CUSTOM_TOKEN' })
    await later.close()
  })

  it('owner list: prints the owners, whether or not the shop runs', async () => {
    const holder = await openHolder()
    assert.equal((await runOn(dataDir, 'owner', 'list')).stdout, 'The shop has no owner.\n')
    const added = await runOn(dataDir, 'owner', 'add', 'Mary@example.com')
    assert.match(
      added.stdout,
      /^mary@example\.com is an owner\.[^\n]*\nhttps:\/\/shop\.example\/__\/auth\/action\?\S+\n$/,
    )
    await holder.close()
    const again = await runOn(dataDir, 'owner', 'add', 'mary@example.com')
    assert.deepEqual([again.code, again.stdout], [1, ''])
    assert.match(again.stderr, /is already an owner/)
    assert.match(
      (await runOn(dataDir, 'owner', 'reset', 'mary@example.com')).stdout,
      /^mary@example\.com is signed out everywhere\..*\nhttp:\/\/localhost:3000\/\S+\n.*set SHOP_ORIGIN/,
    )
    assert.match(
      (await runOn(dataDir, 'owner', 'list')).stdout,
      /^mary@example\.com  since \d{4}-\d\d-\d\d  \w{28}  has not signed in since then\n$/,
    )
    assert.match(
      (await runOn(dataDir, 'owner', 'remove', 'mary@example.com')).stdout,
      /no longer an owner\. That was the last one/,
    )
    assert.equal((await runOn(dataDir, 'owner', 'list')).stdout, 'The shop has no owner.\n')
  })

  for (const [args, instead] of [
    [['token', 'mary'], /: make the token with createCustomToken/],
    [['keys', 'rotate'], /: Google signs its tokens/],
    [['revoke', 'mary'], /: sign the account out with revokeRefreshTokens/],
    [['account', 'disable', 'mary'], /: disable the account in the Firebase console/],
  ] as const) {
    it(`names the alternative for a Firebase project: ${args[0]}`, async () => {
      const { code, stdout, stderr } = await runHere({ ...project, SHOP_DATA_DIR: dataDir }, ...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^The accounts of this shop are kept by Firebase .*\n$/)
      assert.match(stderr, instead)
    })
  }

  for (const [what, key, message] of [
    ['no credentials', '/missing/key.json', /^There are no credentials for Google Cloud: .*\n$/],
    ['invalid credentials', fileURLToPath(import.meta.url), /^There are no credentials for Google Cloud: .*\n$/],
  ] as const) {
    it(`prints one line when there are ${what}`, async () => {
      const { code, stdout, stderr } = await shopWith(
        { ...project, GOOGLE_APPLICATION_CREDENTIALS: key },
        'export',
        join(root, 'pieces.jsonl'),
      )
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, message)
    })
  }

  it('of a release says how the shop is started', async () => {
    const { code, stdout } = await shopWith({ STOCKINETTE_COMMAND: 'stockinette' }, 'start', '--help')
    assert.equal(code, 0)
    assert.match(stdout, /^stockinette start starts the shop, with settings from the environment alone\.$/m)
  })

  for (const args of [['--version'], ['owner', '--version']]) {
    it(`prints its version: shop ${args.join(' ')}`, async () => {
      assert.match((await runOn(dataDir, ...args)).stdout, /^\d+\.\d+\.\d+\n$/)
    })
  }

  for (const args of [
    ['help'],
    ['--help'],
    ['-h'],
    ['owner', '--help'],
    ['owner', 'add', '--help'],
    ['help', 'owner'],
  ]) {
    it(`prints its usage, with an example and the settings it needs: shop ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runOn(dataDir, ...args)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(
        stdout,
        /^Usage: npm run shop -- COMMAND\n[^]*owner add EMAIL\n[^]*--env FILE [^]*\/etc\/stockinette\.env[^]* you@example\.com\n/,
      )
    })
  }

  for (const [args, message] of [
    [[], /^Usage: npm run shop -- COMMAND\n[^]*revoke UID\|EMAIL[^]*token UID/],
    [['constructor'], /^Unknown command: constructor\n\nUsage: /],
    [['owner'], /^Incomplete command: owner\n\nUsage: npm run shop -- COMMAND\n\n {2}owner add EMAIL\n/],
    [['owner', '--env', '/missing.env'], /^Unknown command: owner --env/],
    [
      ['owner', 'list', '--env', '/missing.env'],
      /^\/missing\.env cannot be read: there is no such file or folder\.\n$/,
    ],
    [['keys', 'rotat'], /^Unknown command: keys rotat\n\nUsage: npm run shop -- COMMAND\n\n {2}keys rotate\n/],
    [['keys', 'rotate', 'a'], /^Usage: npm run shop -- keys rotate/],
    [['owner', 'add'], /^Usage: npm run shop -- owner add EMAIL/],
    [['owner', 'add', 'mary'], /^This is not an e-mail address\.\n$/],
    [['revoke', 'nobody'], /^No account has this id or this address\.\n$/],
    [['account', 'disable', 'nobody'], /^No account has this id or this address\.\n$/],
    [['owner', 'remove', 'nobody@example.com'], /^nobody@example\.com is not an owner\./],
    [['token'], /^Usage: npm run shop -- token UID/],
    [['token', 'a', 'b'], /^Usage: npm run shop -- token UID/],
    [['backup', ''], /^Usage: npm run shop -- backup FOLDER\n$/], // As in a script without the variable.
    [['token', 'a', '--claims', 'x'], /^--claims must be JSON/],
    [['token', 'a', '--claims', '{"sub":"b"}'], /^--claims must not contain "sub": the shop sets it itself\.\n$/],
    [['revoke', 'a', '--force'], /^Unknown option '--force'/],
  ] as const) {
    it(`prints its usage without a stack trace: shop ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runOn(dataDir, ...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /\n\s+at /)
    })
  }
})
