import { titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { emptyImage } from '../kit/photos/image-server.ts'

const origin = 'https://shop.example'
const hostile = '</script><script>alert(1)</script>'

test.describe('Documents: in a new shop', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' } })

  test('content security policy: browsing, signing in and saving cause no violation', async ({
    page,
    context,
    faults,
  }) => {
    await context.route('https://photos.example/**', (route) => route.fulfill(emptyImage))
    await page.goto('/')
    await page.getByRole('link', { name: 'Add item' }).click()
    const form = itemForm(page)
    await form.signedIn()
    await expect(page).toHaveTitle('Create Item · Stockinette')
    await expect(page.locator('head > link[rel="canonical"]')).toHaveCount(1)
    await form.enter({ Title: hostile, 'Image URL': 'https://photos.example/beanie.jpg' })
    await expect(form.thumbnail).toBeVisible()
    await form.save.click()
    await expect(page.getByRole('main').getByRole('heading')).toHaveText(hostile)
    await page.getByRole('link', { name: '← Back' }).click()
    await expect(titles(page).first()).toHaveText(hostile)
    expect(faults).toEqual([])
  })
})
