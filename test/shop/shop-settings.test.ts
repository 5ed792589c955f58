import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { addOwner, createOwner } from '../kit/accounts.ts'
import { callIdentity, refresh, sendItem, signUp, type SignedIn } from '../kit/api-client.ts'
import { logged } from '../kit/faults/shop-log.ts'
import { callApi } from '../kit/manage-client.ts'
import { drawPhoto, filesOf, uploadPhoto } from '../kit/photos/photos.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { runCommand, type RunningShop } from '../kit/shop/shop-process.ts'
import { testShopSettings } from '../suites/shop-settings.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

testShopSettings('embedded', await host.open())

const path = '/manage/shop'

/** Saves settings as the owner of a shop. */
async function save(shop: RunningShop, owner: string, fields: object, version: string): Promise<void> {
  const answer = await callApi(shop.url, owner, { method: 'PUT', path, body: { name: 'Wool', ...fields }, version })
  assert.equal(answer.status, 200, await answer.clone().text())
}

async function expectClosed(shop: RunningShop): Promise<void> {
  const { idToken } = await signUp(shop.url)
  const item = { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' }
  assert.equal((await sendItem(shop.url, idToken, item)).status, 403)
}

describe('what an owner saves', () => {
  test('a change of the number or of who may add is logged with the owner’s id', async () => {
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const me = await fetch(`${shop.url}/api/me`, { headers: { Authorization: `Bearer ${owner}` } })
    const { uid } = (await me.json()) as { uid: string }
    await save(shop, owner, { place: 'Kandy' }, '0')
    const contacts = { whatsapp: '0771234568', phone: '0711234568', email: 'mary@wool.example' }
    await save(shop, owner, { place: 'Galle', ...contacts, whoMayAdd: 'anyone' }, '1')
    const message = 'an owner changed the shop settings'
    await logged(shop, message)
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => line.includes(message))
    assert.equal(lines.length, 1)
    assert.partialDeepStrictEqual(JSON.parse(lines[0] ?? ''), {
      level: 40,
      uid,
      whatsapp: { before: '', after: '94771234568' },
      phone: { before: '', after: '94711234568' },
      email: { before: '', after: 'mary@wool.example' },
      whoMayAdd: { before: null, after: 'anyone' },
    })
  })

  test('another contact, way to pay, or permission to add needs a sign-in of the last five minutes, and nothing else does', async () => {
    await using shop = await host.open()
    await addOwner(shop, 'owner@example.com')
    const credentials = { email: 'owner@example.com', password: 'a good password', returnSecureToken: true }
    const { refreshToken } = (await (
      await callIdentity(shop.url, 'signInWithPassword', credentials)
    ).json()) as SignedIn
    /** A token of the session, as if she had signed in so long ago. */
    const tokenAfter = async (minutes: number) => {
      using database = new DatabaseSync(join(shop.dataDir, 'identity.sqlite'), { timeout: 5_000 })
      database.prepare('UPDATE refresh_tokens SET signed_in_at = ?').run(Date.now() - minutes * 60_000)
      return ((await (await refresh(shop.url, refreshToken)).json()) as { id_token: string }).id_token
    }
    const put = async (idToken: string, whatsapp: string, version: string, others: object = {}) => {
      const body = { name: 'Wool', place: `After ${version}`, whatsapp, payment: 'To the bank', ...others }
      const answer = await callApi(shop.url, idToken, { method: 'PUT', path, body, version })
      return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code]
    }
    assert.deepEqual(await put(await tokenAfter(4), '0771234568', '0'), [200, undefined])
    const old = await tokenAfter(6)
    assert.deepEqual(await put(old, '0771234569', '1'), [403, 'sign-in-too-old'])
    assert.deepEqual(await put(old, '', '1'), [403, 'sign-in-too-old'])
    for (const other of [
      { phone: '0711234568' },
      { email: 'mary@wool.example' },
      { instagram: 'https://eve.example' },
      { payment: 'To the account of Eve' },
      { delivery: 'To the account of Eve' },
      { languages: 'en si', translations: { si: { payment: 'Eve' } } },
      { whoMayAdd: 'anyone' },
    ]) {
      assert.deepEqual(await put(old, '0771234568', '1', other), [403, 'sign-in-too-old'])
    }
    const translations = { en: {}, si: { headline: 'උණුසුම්' }, ta: {} }
    const inSinhala = { languages: 'en si', translations, whoMayAdd: 'owners' }
    assert.deepEqual(await put(old, '077 123 4568', '1', inSinhala), [200, undefined])
    const sinhalaFirst = {
      languages: 'si en',
      payment: '',
      translations: { en: { payment: 'To the bank' }, si: {}, ta: {} },
    }
    assert.deepEqual(await put(old, '077 123 4568', '2', sinhalaFirst), [200, undefined])
    assert.deepEqual(await put(await tokenAfter(0), '0771234569', '3'), [200, undefined])
  })

  test('an example number counts as empty: saving the form again changes no contact', async () => {
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    await save(shop, owner, { whatsapp: '+94 77 123 4567', phone: '077 123 4567' }, '0')
    const read = async () => (await callApi(shop.url, owner, { method: 'GET', path })).json() as Promise<object>
    assert.partialDeepStrictEqual(await read(), { whatsapp: '', phone: '' })
    // As an earlier version stored it.
    using database = new DatabaseSync(join(shop.dataDir, 'items.db'), { timeout: 5_000 })
    const stored = { whatsapp: '94771234567', phone: '94771234567' }
    database.prepare('UPDATE shop_settings SET settings = json_patch(settings, ?)').run(JSON.stringify(stored))
    await save(shop, owner, { ...(await read()), care: 'By hand' }, '1')
    const notices = await callApi(shop.url, owner, { method: 'GET', path: '/manage/notices' })
    assert.deepEqual(await notices.json(), { notices: [] })
  })

  test('wins over the environment, whose values are stored at the first start that has them', async (t) => {
    const dataDir = temporaryFolder(t)
    /** The title, the profile and the number on the home page of the shop, started with these variables. */
    const startWith = async (env: Readonly<Record<string, string>>, use?: (shop: RunningShop) => Promise<void>) => {
      await using shop = await host.open({ dataDir, env })
      await use?.(shop)
      const home = await (await fetch(shop.url)).text()
      return [/<title>\w+/, /instagram\.com\/\w*/, /wa\.me\/\d+/].map((pattern) => pattern.exec(home)?.[0])
    }
    const [anyProfile, preview] = ['instagram.com/', 'wa.me/94770000000']
    assert.deepEqual(await startWith({}), ['<title>Stockinette', anyProfile, preview])
    assert.deepEqual(await startWith({ SHOP_NAME: 'Old' }), ['<title>Old', anyProfile, preview])
    const later = { SHOP_NAME: 'New', SHOP_INSTAGRAM: '@mywool', SHOP_WHATSAPP: '0711111111' }
    assert.deepEqual(await startWith(later), ['<title>Old', 'instagram.com/mywool', 'wa.me/94711111111'])
    const saved = ['<title>Wool', anyProfile, 'wa.me/94771234568']
    const change = async (shop: RunningShop) =>
      save(shop, await createOwner(shop, 'owner@example.com'), { whatsapp: '0771234568', instagram: '' }, '2')
    assert.deepEqual(await startWith(later, change), saved)
    assert.deepEqual(await startWith({ ...later, SHOP_WHO_MAY_ADD: 'anyone' }, expectClosed), saved)
  })

  test('a profile on a site of one’s own has no name after an @', async () => {
    await using shop = await host.open()
    await save(shop, await createOwner(shop, 'owner@example.com'), { instagram: 'https://wool.example' }, '0')
    const home = await (await fetch(shop.url)).text()
    assert.match(home, /<address[^]*href="https:\/\/wool\.example\/"[^>]*>Instagram</)
  })

  test('is in a backup, with its photos', async (t) => {
    const folder = temporaryFolder(t)
    await using shop = await host.open()
    const owner = await createOwner(shop, 'owner@example.com')
    const photo = await uploadPhoto({ url: shop.url, idToken: owner }, drawPhoto(200, 250))
    await save(shop, owner, { name: 'Kandy Wool', aboutPhoto: photo.id, sharePhoto: photo.id }, '0')
    await shop.command('backup', join(folder, 'backups'))
    const dataDir = join(folder, 'data')
    await runCommand({ SHOP_DATA_DIR: dataDir }, 'restore', join(folder, 'backups'))
    await using restored = await host.open({ dataDir })
    assert.match(await (await fetch(restored.url)).text(), /<title>Kandy Wool/)
    for (const file of [photo.preview, ...filesOf(photo)]) {
      assert.equal((await fetch(new URL(file, restored.url))).status, 200, file)
    }
  })
})
