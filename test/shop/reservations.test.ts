import assert from 'node:assert/strict'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, findItem } from '../kit/api-client.ts'
import { callApi, changeSettings } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'
import { testReservations } from '../suites/reservations.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const yesterday = '2026-01-01'

/** Changes the database of a shop that does not run. */
function change({ dataDir }: RunningShop, sql: string): void {
  using database = new DatabaseSync(join(dataDir, 'items.db'))
  database.exec(sql)
}

const passAllDays = `UPDATE item SET fields = json_set(fields, '$.reservedUntil', '${yesterday}')
  WHERE fields ->> '$.reservedUntil' IS NOT NULL`

testReservations('embedded', async () => {
  const shop = await host.open()
  return {
    shop,
    output: shop.output,
    async passLastDay() {
      await shop.kill()
      change(shop, passAllDays)
      await shop.startAgain()
    },
  }
})

test('a notice is on every page and in the enquiry; once its last day has passed, it is gone at the next start', async () => {
  await using shop = await host.open()
  const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: 'https://example.com/a.jpg', size: 'S / M' })
  const owner = await createOwner(shop, 'owner@example.com')
  const paths = ['/', '/pieces', `/item/${id}`, '/nowhere', '/sign-in']
  const read = async (path: string) => (await fetch(shop.url + path)).text()
  for (const path of paths) assert.doesNotMatch(await read(path), /We’re closed/)
  const passed = changeSettings(shop.url, owner, { noticeKind: 'closed', noticeUntil: yesterday })
  await assert.rejects(passed, /This day has passed/)
  const until = { noticeKind: 'closed', noticeUntil: '2099-12-25', noticeText: 'At a fair.' }
  await changeSettings(shop.url, owner, until)
  for (const path of paths)
    assert.match(await read(path), />We’re closed until Friday 25 December\. At a fair\.</, path)
  const page = await read(`/item/${id}`)
  assert.doesNotMatch(page, /noindex/)
  const enquiries = [...page.matchAll(/https:\/\/wa\.me\/\d+\?text=([^"]+)/g)].map(([, text]) =>
    decodeURIComponent(text ?? ''),
  )
  assert.ok(enquiries.length > 2, 'one for each size')
  for (const enquiry of enquiries) assert.match(enquiry, /I know that you are closed until Friday 25 December\./)
  await shop.kill()
  change(shop, `UPDATE shop_settings SET settings = json_set(settings, '$.noticeUntil', '${yesterday}')`)
  await shop.startAgain()
  while ((await read('/')).includes('We’re closed'));
  const answer = await callApi(shop.url, owner, { method: 'GET', path: '/manage/shop' })
  const { noticeKind, noticeUntil, noticeText } = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([noticeKind, noticeUntil, noticeText], [null, null, 'At a fair.'])
})

test('after weeks without a run the clock is not trusted, and a reservation stays', async () => {
  await using shop = await host.open()
  const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: 'https://example.com/a.jpg' })
  const owner = await createOwner(shop, 'owner@example.com')
  const body = { reserved: true, reservedUntil: '2099-12-31' }
  assert.equal(
    (await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body, version: '1' })).status,
    200,
  )
  await shop.kill()
  change(shop, passAllDays)
  const longAgo = new Date(Date.now() - 30 * 86_400_000)
  await utimes(join(shop.dataDir, 'shop.lock'), longAgo, longAgo)
  await shop.startAgain()
  while (!shop.output().includes('nothing ends by itself')) await fetch(`${shop.url}/healthz`)
  assert.equal((await findItem(shop.url, id)).reserved, true)
})
