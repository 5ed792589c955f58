import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { addOwner } from '../kit/accounts.ts'
import { callIdentity, signUp } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const SHOP_ORIGIN = 'https://shop.example'

/** Signs up with an address. @returns the error, or `ok`. */
async function signUpWithAddress(url: string): Promise<string> {
  const answer = await callIdentity(url, 'signUp', { email: 'eve@example.com', password: 'a good password' })
  const { error } = (await answer.json()) as { error?: { message: string } }
  return error?.message ?? 'ok'
}

test('a public shop: nobody signs up with an address, visitors are anonymous, and owners sign in', async () => {
  await using shop = await host.open({ env: { SHOP_ORIGIN } })
  assert.match(await signUpWithAddress(shop.url), /^ADMIN_ONLY_OPERATION : /)
  await signUp(shop.url)
  await addOwner(shop, 'mary@example.com')
})

test('a public shop with providers: says at its start that they make no accounts', async () => {
  await using shop = await host.open({ env: { SHOP_ORIGIN, SHOP_OIDC_PROVIDERS: 'oidc.wool=http://127.0.0.1:9|any' } })
  assert.match(shop.output(), /SHOP_OIDC_PROVIDERS makes no accounts in this shop/)
})

for (const [name, env] of [
  ['a preview environment', {}],
  ['a public shop with SHOP_SIGN_UP=anyone', { SHOP_ORIGIN, SHOP_SIGN_UP: 'anyone' }],
] as const) {
  test(`${name}: anyone signs up with an address`, async () => {
    await using shop = await host.open({ env })
    assert.equal(await signUpWithAddress(shop.url), 'ok')
  })
}
