import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { addOwner, createOwner } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { testAddingPermissions } from '../suites/adding-permissions.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

testAddingPermissions('embedded', await host.open())

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

describe('SHOP_WHO_MAY_ADD', () => {
  test('owners: in an unclaimed shop, only an owner may add items', async () => {
    await using shop = await host.open({ env: { SHOP_WHO_MAY_ADD: 'owners' } })
    assert.equal((await sendItem(shop.url, (await signUp(shop.url)).idToken, newItem)).status, 403)
    assert.equal((await sendItem(shop.url, await createOwner(shop, 'mary@example.com'), newItem)).status, 201)
  })

  test('anyone: in a shop with an owner, visitors may add items', async () => {
    await using shop = await host.open({ env: { SHOP_WHO_MAY_ADD: 'anyone' } })
    await addOwner(shop, 'mary@example.com')
    assert.equal((await sendItem(shop.url, (await signUp(shop.url)).idToken, newItem)).status, 201)
  })
})

describe('a public shop without an owner', () => {
  const open = { SHOP_ORIGIN: 'https://shop.example' }

  test('takes no pieces from strangers, and says why', async () => {
    await using shop = await host.open({ env: open })
    const { idToken } = await signUp(shop.url)
    const me = await fetch(`${shop.url}/api/me`, { headers: { Authorization: `Bearer ${idToken}` } })
    assert.partialDeepStrictEqual(await me.json(), { isOwner: false, mayAdd: false, isClaimed: false })
    const refused = await sendItem(shop.url, idToken, newItem)
    assert.equal(refused.status, 403)
    assert.deepEqual(await refused.json(), {
      error: {
        code: 'not-allowed',
        message: 'This shop has no owner yet. Until it has one, nobody can add pieces.',
      },
    })
    assert.equal((await sendItem(shop.url, await createOwner(shop, 'mary@example.com'), newItem)).status, 201)
  })

  test('takes pieces from anyone with SHOP_WHO_MAY_ADD=anyone', async () => {
    await using shop = await host.open({ env: { ...open, SHOP_WHO_MAY_ADD: 'anyone' } })
    assert.equal((await sendItem(shop.url, (await signUp(shop.url)).idToken, newItem)).status, 201)
  })

  for (const env of [open, { ...open, SHOP_WHO_MAY_ADD: 'owners' }]) {
    test(`logs a warning with ${JSON.stringify(env)}`, async () => {
      await using shop = await host.open({ env })
      const warning = /"msg":"NOBODY CAN ADD PIECES to https:\/\/shop\.example: .*claim link.*owner add EMAIL"/
      assert.match(shop.output(), warning)
    })
  }

  for (const env of [{}, { ...open, SHOP_WHO_MAY_ADD: 'anyone' }]) {
    test(`logs no warning with ${JSON.stringify(env)}`, async () => {
      await using shop = await host.open({ env })
      assert.doesNotMatch(shop.output(), /CAN ADD PIECES/)
    })
  }

  test('logs no warning once the shop is claimed', async () => {
    await using shop = await host.open({ env: open })
    await shop.inviteOwner('mary@example.com')
    await shop.kill()
    await shop.startAgain()
    assert.doesNotMatch(shop.output(), /CAN ADD PIECES/)
  })
})
