import { addItems, listItems } from '../kit/api-client.ts'
import { titles } from '../kit/browser/home-page.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('visitors can browse from home to an item, to its enquiry, and back', async ({ page, context, shop }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
    const [, item] = await addItems(shop.url, [minimalItem(), beanie])
    const picture = page.waitForResponse(images.url('beanie'))
    await page.goto('/')
    await expect(page.getByText('Loading')).toHaveCount(0)
    expect((await picture).ok()).toBe(true)
    await expect(page.getByRole('article').locator('img').first()).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Shop Collection' }).click()
    await expect(page).toHaveURL('/#catalogue')
    await expect(titles(page)).toHaveText(['Harbour Beanie', 'Plain Scarf'])
    await page.getByRole('article').getByRole('link', { name: 'Harbour Beanie' }).click()
    await expect(page).toHaveURL(`/item/${item?.id}`)
    await expect(page.getByRole('main').getByRole('heading')).toHaveText('Harbour Beanie')
    await expect(page.getByRole('main').getByText('LKR 12,500', { exact: true })).toBeVisible()
    await test.step("each size has a link; 'Share' and the choice of sizes are not shown", async () => {
      const size = page.getByRole('link', { name: 'Ask for M', exact: true })
      expect(decodeURIComponent((await size.getAttribute('href')) ?? '')).toContain('\nSize: M\n')
      await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
      await expect(page.getByRole('radio')).toHaveCount(0)
    })
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Enquire on WhatsApp' }).click()
    const chat = await opening
    await chat.waitForURL(/^https:\/\/wa\.me\//)
    expect(decodeURIComponent(chat.url())).toContain('Harbour Beanie')
    await chat.close()

    await page.getByRole('link', { name: '← Back' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('article')).toHaveCount(2)
  })

  test('the create page says that it needs JavaScript, and saves nothing; no page says that it is signing in', async ({
    page,
    shop,
  }) => {
    const message = page.locator('noscript p') // Playwright's getByText ignores noscript.
    for (const path of ['/manage', '/sign-in', '/create']) {
      await page.goto(path)
      await expect(message).toBeVisible()
      await expect(page.getByText('Signing in…')).toBeHidden()
    }
    await expect(message).toHaveText('To add a piece, turn on JavaScript in your browser.')
    const form = itemForm(page)
    await form.enter({ Title: 'Harbour Beanie', 'Image URL': images.url('beanie') })
    await expect(form.save).toBeDisabled()
    await page.getByLabel('Title').press('Enter')
    await expect(page).toHaveURL(`${shop.url}/create`)
    expect(await listItems(shop.url)).toEqual([])
  })
})
