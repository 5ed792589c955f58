import { addItem } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { beanie } from '../kit/sample-items.ts'

const hostile = '</script><script>document.title="owned"</script>'

/** Each is added to the item's path. */
const suffixes = ['', '.data', '.data?_routes=routes%2Fitem', '.rsc', '/', '?x=<script>document.title="owned"</script>']

test.use({ stock: 'shared', allowedErrors: /status of 404/ })

test('A script in an item’s texts does not run, at its path or at others that start with it', async ({
  page,
  shop,
}) => {
  const newItem = { ...beanie, title: hostile, tagline: hostile, description: hostile }
  const { id } = await addItem(shop.url, newItem)
  for (const suffix of suffixes) {
    await test.step(`at /item/{id}${suffix}`, async () => {
      const answer = await page.goto(`/item/${id}${suffix}`)
      expect(answer?.status()).toBeLessThan(500)
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page).not.toHaveTitle('owned')
      await expect(page.locator('script', { hasText: /^document\.title/ })).toHaveCount(0)
    })
  }
})
