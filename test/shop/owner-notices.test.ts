import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { openMailServer } from '../../src/mail/test-support-mail-server.ts'
import { addOwner, createOwner, signInWithPassword } from '../kit/accounts.ts'
import { callIdentity, signUp } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { runCommand, type RunningShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const [mary, nimal] = ['mary@example.com', 'nimal@example.com']

interface Listed {
  readonly id: string
  readonly kind: string
  readonly by: string | null
  readonly about: string
  readonly keptUntil: string | null
}

async function listNotices({ url }: RunningShop, idToken: string): Promise<Listed[]> {
  const answer = await callApi(url, idToken, { method: 'GET', path: '/manage/notices' })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { notices: Listed[] }).notices
}

const withoutId = ({ kind, by, about }: Listed) => [kind, by, about]

async function setNumber({ url }: RunningShop, idToken: string): Promise<void> {
  const body = { name: 'Wool', whatsapp: '077 123 4568', phone: '071 123 4568', email: 'nimal@wool.example' }
  const answer = await callApi(url, idToken, { method: 'PUT', path: '/manage/shop', body, version: '0' })
  assert.equal(answer.status, 200)
}

describe('each owner is told', () => {
  test('what was changed, and by which owner, until she dismisses it: an owner, the number, a password', async () => {
    await using shop = await host.open()
    const maryToken = await createOwner(shop, mary)
    assert.deepEqual(await listNotices(shop, maryToken), [])
    const nimalToken = await createOwner(shop, nimal)
    await setNumber(shop, nimalToken)
    const expected = [
      ['email', nimal, 'nimal@wool.example'],
      ['phone', nimal, '94711234568'],
      ['number', nimal, '94771234568'],
      ['owner', null, nimal],
    ]
    for (const idToken of [maryToken, nimalToken]) {
      assert.deepEqual((await listNotices(shop, idToken)).map(withoutId), expected)
    }
    await callIdentity(shop.url, 'update', { idToken: nimalToken, password: 'another good one' })
    const [newest] = await listNotices(shop, maryToken)
    assert.deepEqual(newest && withoutId(newest), ['password', nimal, ''])

    const dismissal = { method: 'DELETE', path: `/manage/notices/${newest?.id}` }
    assert.equal((await callApi(shop.url, maryToken, dismissal)).status, 204)
    assert.deepEqual(await listNotices(shop, maryToken), [])
    const nimalAgain = await signInWithPassword(shop.url, nimal, 'another good one')
    assert.equal((await listNotices(shop, nimalAgain)).length, 5)
  })

  test('what her own account did, and cannot dismiss that for three days, whatever address the account has', async () => {
    await using shop = await host.open()
    await createOwner(shop, mary)
    const nimalToken = await createOwner(shop, nimal)
    await setNumber(shop, nimalToken)
    const [, , number, owner] = await listNotices(shop, nimalToken)
    assert.ok(number && owner)
    assert.deepEqual([number.kind, owner.kind, owner.keptUntil], ['number', 'owner', null])
    const days = (Date.parse(number.keptUntil ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 2.9 && days <= 3, `${days} days`)
    const changed = await callIdentity(shop.url, 'update', {
      idToken: nimalToken,
      email: 'eve@example.com',
      returnSecureToken: true,
    })
    const { idToken } = (await changed.json()) as { idToken: string }
    const [newest] = await listNotices(shop, idToken)
    const dismissal = { method: 'DELETE', path: `/manage/notices/${newest?.id}` }
    assert.equal((await callApi(shop.url, idToken, dismissal)).status, 204)
    const kinds = (await listNotices(shop, idToken)).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['address', 'email', 'phone', 'number'])
  })

  test('that a backup was restored', async (t) => {
    const [backups, dataDir] = [temporaryFolder(t), join(temporaryFolder(t), 'data')]
    await using shop = await host.open()
    await addOwner(shop, mary)
    await shop.command('backup', backups)
    await runCommand({ SHOP_DATA_DIR: dataDir }, 'restore', backups)
    await using restored = await host.open({ dataDir })
    const [notice] = await listNotices(restored, await signInWithPassword(restored.url, mary, 'a good password'))
    assert.deepEqual([notice?.kind, notice?.by], ['backup', null])
    assert.ok(Math.abs(Date.parse(notice?.about ?? '') - Date.now()) < 60_000)
  })

  test('by mail, too, where the shop sends mail', async (t) => {
    const server = await openMailServer(t)
    const SHOP_SMTP_URL = `smtp://127.0.0.1:${server.smtp.port}?from=shop@example.com`
    await using shop = await host.open({ env: { SHOP_SMTP_URL } })
    const idToken = await createOwner(shop, mary)
    await setNumber(shop, idToken)
    // One for each of number, phone and address, in any order.
    const mails = [await server.next(), await server.next(), await server.next()]
    for (const { to } of mails) assert.deepEqual(to, [mary])
    assert.match(
      mails.map(({ content }) => content).join(),
      /mary@example\.com changed the WhatsApp number to \+94771234568\./,
    )
  })

  test('and nobody else', async () => {
    await using shop = await host.open()
    const maryToken = await createOwner(shop, mary)
    const { idToken } = await signUp(shop.url)
    for (const call of [
      { method: 'GET', path: '/manage/notices' },
      { method: 'DELETE', path: '/manage/notices/1' },
    ]) {
      assert.equal((await callApi(shop.url, idToken, call)).status, 403)
      assert.equal((await callApi(shop.url, undefined, call)).status, 401)
    }
    assert.deepEqual(await listNotices(shop, maryToken), [])
  })
})
