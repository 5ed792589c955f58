import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import { createIdentity } from '@stockinette/identity'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { callIdentity } from '../../owners/embedded/test-support.ts'
import type { AdminServices } from './admin-api.ts'
import { sendToRunningShop, adminSocketPath } from './admin-client.ts'
import { openAdminSocket } from './admin-socket.ts'

/** A test or the test file. */
type Owner = { after: (work: () => Promise<void>) => void }

/** A data folder with accounts, and the socket of the shop that runs on it. */
async function openShop(t: Owner, below = '', prepare = async (_folder: string) => {}) {
  const root = await mkdtemp(join(tmpdir(), 'admin-'))
  const folder = join(root, below)
  await prepare(folder)
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const identity = await createIdentity({ dataDir: root, projectId: 'demo-shop', log })
  const { administration } = identity
  const socket = await openAdminSocket(folder, { administration }, { origin: 'https://shop.example', log })
  t.after(async () => {
    await socket[Symbol.asyncDispose]()
    await identity.close()
    await rm(root, { recursive: true })
  })
  const call = (method: string, input: object) => callIdentity(identity, method, input)
  return {
    folder,
    logged,
    call,
    ask: (command: string, input: object) => sendToRunningShop(folder, { command, input }),
  }
}

const onUnix = { skip: process.platform === 'win32' }

describe('admin socket', () => {
  it('token: creates a custom token with claims that signs in', async (t) => {
    const { ask, call } = await openShop(t)
    const { token } = (await ask('token', { uid: 'mary', claims: { maker: true } })) as { token: string }
    const { idToken = '' } = await call('accounts:signInWithCustomToken', { token })
    const payload = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as object
    assert.equal((payload as { sub: string }).sub, 'mary')
    assert.equal((payload as { maker: boolean }).maker, true)
  })

  it('revoke: ends all sessions of an account', async (t) => {
    const { ask, call, logged } = await openShop(t)
    const { localId, refreshToken } = await call('accounts:signUp', {})
    assert.deepEqual(await ask('revoke', { who: localId }), { uid: localId })
    const refresh = call('token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    await assert.rejects(refresh, { message: 'TOKEN_EXPIRED' })
    assert.match(logged.join(''), /"audit":"tokens-revoked"/)
  })

  it('set-disabled: ends all sessions of an account, and refuses to sign it in until it is enabled', async (t) => {
    const { ask, call, logged } = await openShop(t)
    const user = { email: 'mary@example.com', password: 'a good one' }
    const { localId, refreshToken } = await call('accounts:signUp', user)
    assert.deepEqual(await ask('set-disabled', { who: user.email, disabled: true }), { uid: localId })
    const refresh = call('token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    await assert.rejects(refresh, { message: 'TOKEN_EXPIRED' })
    await assert.rejects(call('accounts:signInWithPassword', user), { message: 'USER_DISABLED' })
    await ask('set-disabled', { who: localId, disabled: false })
    await call('accounts:signInWithPassword', user)
    for (const event of ['disabled', 'enabled']) assert.match(logged.join(''), RegExp(`"audit":"account-${event}"`))
  })

  it('keys-rotate: replaces the signing keys, so that earlier tokens are invalid', async (t) => {
    const { ask, call, logged } = await openShop(t)
    const made = (await ask('token', { uid: 'mary' })) as { token: string }
    const { refreshToken } = await call('accounts:signUp', {})
    assert.deepEqual(await ask('keys-rotate', {}), {})
    const signIn = call('accounts:signInWithCustomToken', made)
    await assert.rejects(signIn, { code: 'INVALID_CUSTOM_TOKEN' })
    await call('token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    assert.match(logged.join(''), /"audit":"keys-rotated"/)
  })

  it('returns why a command is refused', async (t) => {
    const { ask } = await openShop(t)
    for (const [command, input, message] of [
      ['revoke', { who: 'nobody' }, 'No account has this id or this address.'],
      ['revoke', { who: 'nobody@example.com' }, 'No account has this id or this address.'],
      ['revoke', {}, /who/],
      ['token', { uid: '' }, /^UID is empty/],
      ['token', { uid: 'x'.repeat(129) }, /128/],
      ['token', { uid: 'mary', claims: { sub: 'x' } }, /must not contain "sub"/],
      ['token', { uid: 'mary', claims: [] }, /must be a JSON object/],
      ['token', { uid: 'mary', claims: { x: 'x'.repeat(1_000) } }, /^--claims is too large/],
      ['__proto__', {}, /does not know the command/],
    ] as const) {
      await assert.rejects(
        ask(command, input),
        { name: 'RefusedError', message },
        `${command} ${JSON.stringify(input)}`,
      )
    }
  })

  it('is accessible to its own user only', onUnix, async (t) => {
    const mask = process.umask(0)
    t.after(() => process.umask(mask))
    const folder = temporaryFolder(t)
    const options = { origin: 'https://shop.example', log: pino({ level: 'silent' }) }
    const opening = openAdminSocket(folder, {}, options)
    const mode = () => statSync(adminSocketPath(folder)).mode & 0o777
    const atOnce = mode()
    await using _socket = await opening
    assert.deepEqual([atOnce, mode()], [0o600, 0o600], 'also before anyone can connect')
  })

  it('replaces the socket of a shop that was killed', onUnix, async (t) => {
    const { ask } = await openShop(t, '', async (folder) => {
      await writeFile(adminSocketPath(folder), '')
      assert.equal(await sendToRunningShop(folder, { command: 'token', input: {} }), undefined)
    })
    assert.ok(await ask('token', { uid: 'mary' }))
  })

  it('refuses invalid requests, and keeps serving', async (t) => {
    const { folder, ask } = await openShop(t)
    const head = 'POST /token HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    for (const [said, status] of [
      ['{', 400],
      [head.replace('POST', 'GET') + '\r\n', 404],
      [`${head}Content-Length: 1\r\n\r\n{`, 400],
      [`${head}Content-Length: 99999999\r\n\r\n{`, 413],
    ] as const) {
      const stranger = connect({ path: adminSocketPath(folder) })
      stranger.write(said)
      const answered = (await stranger.toArray()).join('')
      assert.match(answered, new RegExp(`^HTTP/1.1 ${status} `), said)
    }
    assert.ok(await ask('token', { uid: 'mary' }))
  })

  it('is optional where it cannot be created', async (t) => {
    const { ask, logged } = await openShop(t, 'missing/folder')
    assert.match(logged.join(''), /cannot reach this shop/)
    assert.equal(await ask('token', { uid: 'mary' }), undefined)
  })

  describe('a command that takes long', () => {
    /** A socket with a backup that reports its progress, and then waits until it is stopped. */
    async function openWaiting(t: Owner) {
      const folder = await mkdtemp(join(tmpdir(), 'admin-'))
      const started = Promise.withResolvers<AbortSignal>()
      const make: AdminServices['backups']['make'] = async (_, { signal, report } = {}) => {
        assert.ok(signal)
        for (const done of [1, 2]) report?.({ phase: 'photos', done, total: 2 })
        started.resolve(signal)
        await once(signal, 'abort')
        throw signal.reason
      }
      const options = { origin: 'https://shop.example', log: pino({ level: 'silent' }) }
      const socket = await openAdminSocket(folder, { backups: { make } }, options)
      const close = () => socket[Symbol.asyncDispose]()
      t.after(async () => {
        await close()
        await rm(folder, { recursive: true })
      })
      return { folder, started: started.promise, close }
    }

    const request = { command: 'backup', input: { folder: '/backups' } }

    it('is stopped when its client is', async (t) => {
      const { folder, started } = await openWaiting(t)
      const stopping = new AbortController()
      const sent = sendToRunningShop(folder, request, { signal: stopping.signal })
      const signal = await started
      stopping.abort(new Error('enough'))
      await assert.rejects(sent, { message: 'enough' })
      if (!signal.aborted) await once(signal, 'abort')
    })

    it('reports its progress, and is stopped when the shop stops', async (t) => {
      const { folder, started, close } = await openWaiting(t)
      const reported: object[] = []
      const sent = sendToRunningShop(folder, request, { report: (progress) => void reported.push(progress) })
      await started
      await Promise.all([close(), assert.rejects(sent, { message: 'The shop is stopping.' })])
      assert.deepEqual(
        reported,
        [1, 2].map((done) => ({ phase: 'photos', done, total: 2 })),
      )
    })
  })
})
