import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const origin = 'https://shop.example'

for (const [name, env, sendsMail] of [
  ['a public shop without a mail server says who to ask', { SHOP_ORIGIN: origin }, false],
  [
    'a shop with a mail server offers to send a link',
    { SHOP_ORIGIN: origin, SHOP_SMTP_URL: 'smtp://127.0.0.1:9?from=shop@shop.example' },
    true,
  ],
  ['a preview environment, which logs its e-mails, offers to send a link', {}, true],
] as const) {
  test(`/sign-in, forgotten password: ${name}`, async () => {
    await using shop = await host.open({ env })
    const page = await (await fetch(`${shop.url}/sign-in`)).text()
    assert.equal(page.includes('Forgot password?</button>'), sendsMail)
    assert.equal(page.includes('Ask the person who set up the shop for a new link.</p>'), !sendsMail)
  })
}
