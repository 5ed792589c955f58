import { addItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { beanie } from '../kit/sample-items.ts'

const hostile = '</script><script>document.title="owned"</script>'

test.describe('A script in an item’s texts does not run', () => {
  test.use({ allowedErrors: /status of 404/ })

  for (const suffix of [
    '',
    '.data',
    '.data?_routes=routes%2Fitem',
    '.rsc',
    '/',
    '?x=<script>document.title="owned"</script>',
  ]) {
    test(`at /item/{id}${suffix}`, async ({ page, shop, images }) => {
      const newItem = { ...beanie(images), title: hostile, tagline: hostile, description: hostile }
      const { id } = await addItem(shop.url, newItem)
      const answer = await page.goto(`/item/${id}${suffix}`)
      expect(answer?.status()).toBeLessThan(500)
      await expect(page).not.toHaveTitle('owned')
      await expect(page.locator('script', { hasText: /^document\.title/ })).toHaveCount(0)
    })
  }
})
