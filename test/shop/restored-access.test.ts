import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { addOwner, createOwner, signInWithPassword } from '../kit/accounts.ts'
import { callIdentity, refresh, signUp, type SignedIn } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
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
})
