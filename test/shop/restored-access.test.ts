import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { addOwner, createOwner, signInWithPassword } from '../kit/accounts.ts'
import { callIdentity, refresh, sendItem, signUp, type SignedIn } from '../kit/api-client.ts'
import { callApi, type ApiCall } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { runCommand, type RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const [kept, removed] = ['kept@example.com', 'removed@example.com']
const password = 'a good password'

async function openSession({ url }: RunningShop, email: string): Promise<SignedIn> {
  const answer = await callIdentity(url, 'signInWithPassword', { email, password, returnSecureToken: true })
  return (await answer.json()) as SignedIn
}

/** A restored shop, and what was valid when its backup was made. An owner was removed since, and sessions were ended. */
async function restoreOlderAuthority(shop: RunningShop, backups: string, dataDir: string) {
  for (const email of [kept, removed]) await createOwner(shop, email)
  const sessions = {
    thief: await openSession(shop, kept),
    removedOwner: await openSession(shop, removed),
    anonymous: await signUp(shop.url),
  }
  const customToken = (await shop.command('token', 'mary')).trim()
  const link = await shop.inviteOwner('invited@example.com')
  await shop.command('backup', backups)
  await shop.changeOwner('remove', removed)
  for (const email of [kept, removed]) await shop.command('revoke', email)
  assert.equal((await refresh(shop.url, sessions.thief.refreshToken)).status, 400)
  return { sessions, customToken, link, output: await runCommand({ SHOP_DATA_DIR: dataDir }, 'restore', backups) }
}

describe('a restored backup', () => {
  test('restores content, not authority: sessions, codes and keys of before are worthless', async (t) => {
    const [backups, dataDir] = [temporaryFolder(t), join(temporaryFolder(t), 'data')]
    await using shop = await host.open()
    const { sessions, customToken, link, output } = await restoreOlderAuthority(shop, backups, dataDir)
    assert.match(output, /^Everybody is signed out, .* Passwords and owners are those of the backup\.$/m)
    assert.match(output, /npm run shop -- owner remove EMAIL\nkept@.*\nremoved@example\.com {2}since .*\ninvited@/)

    await using restored = await host.open({ dataDir })
    const { url } = restored
    for (const [whose, { idToken, refreshToken }] of Object.entries(sessions)) {
      assert.equal((await refresh(url, refreshToken)).status, 400, whose)
      assert.equal((await callApi(url, idToken, { method: 'GET', path: '/me' })).status, 401, whose)
    }
    const signIn = await callIdentity(url, 'signInWithCustomToken', { token: customToken })
    assert.match(await signIn.text(), /INVALID_CUSTOM_TOKEN/)
    const oobCode = new URL(link).searchParams.get('oobCode')
    const reset = await callIdentity(url, 'resetPassword', { oobCode, newPassword: password })
    assert.match(await reset.text(), /INVALID_OOB_CODE/)

    const idToken = await signInWithPassword(url, kept, password)
    const me = await callApi(url, idToken, { method: 'GET', path: '/me' })
    assert.equal(((await me.json()) as { isOwner: boolean }).isOwner, true)
  })

  test('ends a provider’s tokens of before', async (t) => {
    const [backups, dataDir] = [temporaryFolder(t), join(temporaryFolder(t), 'data')]
    await using shop = await host.open()
    await addOwner(shop, kept)
    await shop.command('backup', backups)
    const before = Date.now()
    await runCommand({ SHOP_DATA_DIR: dataDir }, 'restore', backups)
    using identity = new DatabaseSync(join(dataDir, 'identity.sqlite'), { readOnly: true })
    const since = identity.prepare('SELECT valid_since FROM accounts').get()?.['valid_since']
    assert.ok(Number(since) >= before)
  })

  test('lets no page that was open before it overwrite what was saved since', async (t) => {
    const [backups, dataDir] = [temporaryFolder(t), join(temporaryFolder(t), 'data')]
    await using shop = await host.open()
    let [url, owner] = [shop.url, await createOwner(shop, kept)]
    const item = { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' }
    const { id } = (await (await sendItem(url, owner, item)).json()) as { id: string }
    const form = { method: 'PUT', path: '/manage/shop', body: { name: 'Wool', place: 'Kandy' }, version: '0' }
    const piece = { method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version: '1' }
    const save = async (call: ApiCall) => {
      const answer = await callApi(url, owner, call)
      return { status: answer.status, version: answer.headers.get('ETag')?.replaceAll('"', '') ?? '' }
    }
    await shop.command('backup', backups)
    const [open, openPiece] = [await save(form), await save(piece)]
    assert.deepEqual([open.status, openPiece.status], [200, 200])

    await runCommand({ SHOP_DATA_DIR: dataDir }, 'restore', backups)
    await using restored = await host.open({ dataDir })
    ;[url, owner] = [restored.url, await signInWithPassword(restored.url, kept, password)]
    for (const [path, call] of [
      [form.path, { ...form, body: { name: 'Wool', place: 'Galle' } }],
      [`/manage/items/${id}`, { ...piece, body: { hidden: true } }],
    ] as const) {
      const { version } = await save({ method: 'GET', path })
      assert.equal((await save({ ...call, version })).status, 200)
    }
    assert.equal((await save({ ...form, version: open.version })).status, 412)
    assert.equal((await save({ ...piece, version: openPiece.version })).status, 412)
  })
})
