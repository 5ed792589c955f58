import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { readElements, readTexts } from '../kit/http/page-elements.ts'
import { yoke } from '../kit/sample-items.ts'
import { bracketWords } from '../kit/shop/bracketed-words.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { listUntranslated } from '../kit/shop/untranslated-texts.ts'
import { newShopVisitorPages, visitorPages } from '../kit/shop/visitor-pages.ts'

const shop = await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off' } })
after(() => shop[Symbol.asyncDispose]())
const owner = await bracketWords(shop)

describe('Every text of every visitor page is translated', () => {
  // Those of an empty shop come first.
  for (const [name, { prepare, text }] of Object.entries({ ...newShopVisitorPages, ...visitorPages })) {
    test(`'${name}': all texts are in the page's language, or the owner's`, async () => {
      const path = await prepare({ shop, newItem: yoke, addOwner: () => Promise.resolve(owner) })
      const html = await (await fetch(shop.url + path)).text()
      assert.equal(readElements(html).find((element) => element.name === 'html')?.attributes['lang'], 'si')
      const texts = readTexts(html)
      assert.ok(
        texts.some((each) => each.includes(text)),
        `'${text}' is in none of:\n${texts.join('\n')}`,
      )
      assert.ok(texts.filter((each) => each.includes('[')).length > 5)
      assert.deepEqual(await listUntranslated(texts, shop, owner), [])
    })
  }
})
