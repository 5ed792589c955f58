import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { testAddingPermissions } from '../suites/adding-permissions.ts'

testAddingPermissions('embedded', await startShop())

describe('SHOP_WHO_MAY_ADD', () => {
  const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

  test('owners: in an unclaimed shop, only an owner may add items', async () => {
    await using shop = await startShop({ env: { SHOP_WHO_MAY_ADD: 'owners' } })
    assert.equal((await sendItem(shop.url, (await signUp(shop.url)).idToken, newItem)).status, 403)
    assert.equal((await sendItem(shop.url, await createOwner(shop, 'mary@example.com'), newItem)).status, 201)
  })

  test('anyone: in a shop with an owner, visitors may add items', async () => {
    await using shop = await startShop({ env: { SHOP_WHO_MAY_ADD: 'anyone' } })
    await createOwner(shop, 'mary@example.com')
    assert.equal((await sendItem(shop.url, (await signUp(shop.url)).idToken, newItem)).status, 201)
  })
})

describe('starting a public shop without an owner', () => {
  const open = { SHOP_ORIGIN: 'https://shop.example' }

  for (const [env, warning] of [
    [open, /ANYBODY CAN ADD PIECES to https:\/\/shop\.example: .*owner add EMAIL/],
    [{ ...open, SHOP_WHO_MAY_ADD: 'owners' }, /NOBODY CAN ADD PIECES to https:\/\/shop\.example: .*owner add EMAIL/],
  ] as const) {
    test(`prints a warning: ${String(warning)}`, async () => {
      await using shop = await startShop({ env })
      assert.match(shop.output(), warning)
    })
  }

  for (const env of [{}, { ...open, SHOP_WHO_MAY_ADD: 'anyone' }]) {
    test(`prints no warning with ${JSON.stringify(env)}`, async () => {
      await using shop = await startShop({ env })
      assert.doesNotMatch(shop.output(), /CAN ADD PIECES/)
    })
  }

  test('prints no warning once the shop is claimed', async () => {
    await using shop = await startShop({ env: open })
    await shop.command('owner', 'add', 'mary@example.com')
    await shop.kill()
    await shop.startAgain()
    assert.doesNotMatch(shop.output(), /CAN ADD PIECES/)
  })
})
