import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { findFreePort } from '../../scripts/free-ports.ts'
import { createOwner } from '../kit/accounts.ts'
import { addItem } from '../kit/api-client.ts'
import { endOf, startCommand } from '../kit/command.ts'
import { callApi } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const SHOP_ORIGIN = 'https://shop.example'
const beanie = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** The home page and the page of an item, of a shop with these settings. */
async function pagesOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await using shop = await host.open({ env: { ...env, SHOP_WHO_MAY_ADD: 'anyone' } })
  const { id } = await addItem(shop.url, beanie)
  return await Promise.all(['/', `/item/${id}`].map(async (path) => (await fetch(shop.url + path)).text()))
}

describe('the WhatsApp number', () => {
  for (const [what, env] of [
    ['without a number', { SHOP_ORIGIN }],
    ['with the specification’s number, which is a stranger’s', { SHOP_ORIGIN, SHOP_WHATSAPP: '+94 77 000 0000' }],
    ['with the number of the examples', { SHOP_ORIGIN, SHOP_WHATSAPP: '077 123 4567' }],
  ] as const) {
    test(`a public shop ${what} links to no chat: its menu leaves it out, and its pieces say so`, async () => {
      const [home = '', item = ''] = await pagesOf(env)
      for (const page of [home, item]) assert.doesNotMatch(page, /wa\.me|94770000000|94771234567/)
      assert.doesNotMatch(home, /WhatsApp/)
      assert.match(item, /You can’t enquire on WhatsApp yet/)
    })
  }

  test('a public shop with its own number, as people write it, links to its chat', async () => {
    for (const page of await pagesOf({ SHOP_ORIGIN, SHOP_WHATSAPP: '077 123 4568' })) {
      assert.match(page, /href="https:\/\/wa\.me\/94771234568["?]/)
    }
  })

  test('a preview environment links to the specification’s number', async () => {
    for (const page of await pagesOf({})) assert.match(page, /href="https:\/\/wa\.me\/94770000000["?]/)
  })

  test('a public shop without a number says so at its start, to its owners, and in doctor, which ends with 1', async () => {
    const port = String(await findFreePort())
    const env = { SHOP_ORIGIN: `http://localhost:${port}`, PORT: port }
    await using shop = await host.open({ env })
    const doctor = () => endOf(startCommand({ ...env, SHOP_DATA_DIR: shop.dataDir }, 'doctor'))
    assert.match(shop.output(), /NOBODY CAN ENQUIRE at http:\/\/localhost:\d+: .*\/manage\/shop.*SHOP_WHATSAPP/)
    const owner = await createOwner(shop, 'owner@example.com')
    const warnings = async () => {
      const list = await callApi(shop.url, owner, { method: 'GET', path: '/manage/items' })
      return ((await list.json()) as { warnings: unknown }).warnings
    }
    assert.deepEqual(await warnings(), ['no-whatsapp'])
    const unfit = await doctor()
    assert.equal(unfit.code, 1)
    assert.match(unfit.stdout, /^The shop has no WhatsApp number/)
    const body = { name: 'Wool', whatsapp: '077 123 4568' }
    await callApi(shop.url, owner, { method: 'PUT', path: '/manage/shop', body, version: '0' })
    assert.deepEqual(await warnings(), [])
    const fit = await doctor()
    assert.equal(fit.code, 0)
    assert.match(fit.stdout, /^Checked 1 link: 0 need fixing\./)
  })
})
