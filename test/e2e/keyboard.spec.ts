import type { Locator, Page } from '@playwright/test'

import { addItems, findItem } from '../kit/api-client.ts'
import { openHome, previewBanner } from '../kit/browser/home-page.ts'
import { labels, openForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'
import { minimalItem, beanie } from '../kit/sample-items.ts'

/** Moves the focus by keyboard, and checks that the target has a visible focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await page.keyboard.press(key)
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport({ ratio: 1 })
  await expect(target).toHaveCSS('outline-style', 'solid')
  await expect(target).toHaveCSS('outline-width', '3px')
  await expect(target).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)')
}

test.describe('Keyboard only', () => {
  test('from the skip link to an item and its enquiry, and back', async ({ page, context, shop }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
    const [item] = await addItems(shop.url, [beanie, minimalItem()])
    await page.goto('/')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await tabTo(page, link('Skip to content'))
    await page.keyboard.press('Enter')
    await tabTo(page, link('Shop Collection'))
    await tabTo(page, link('View All'))
    for (const name of ['Beanies', 'Knits']) await tabTo(page, link(name))
    for (const [index, name] of ['Plain Scarf', 'Harbour Beanie'].entries()) {
      await tabTo(page, page.getByRole('button', { name: 'Add to enquiry' }).nth(index))
      await tabTo(page, link(name))
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/item/${item?.id}`)

    await tabTo(page, link('Skip to content'))
    await page.keyboard.press('Enter')
    await tabTo(page, link('← Back'))
    await tabTo(page, link('Enlarge picture'))
    const main = page.getByRole('main')
    for (const name of ['Beanies', 'Color: Ivory', 'S', 'M'])
      await tabTo(page, main.getByRole('link', { name, exact: true }))
    await tabTo(page, page.getByRole('radio', { name: 'S' }))
    await tabTo(page, page.getByRole('button', { name: 'Add to enquiry' }))
    await tabTo(page, link('Enquire on WhatsApp'))
    const opening = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const chat = await opening
    await chat.waitForURL(/^https:\/\/wa\.me\//)
    await chat.close()
    for (let stop = 0; stop < 6; stop++) await page.keyboard.press('Shift+Tab')
    await tabTo(page, link('Enlarge picture'), 'Shift+Tab')
    await tabTo(page, link('← Back'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/#main') // Where the skip link has led.
  })

  test('through the header in reading order, and to the end of the banner', async ({ page }) => {
    await openHome(page)
    await page.keyboard.press('Tab')
    const header = page.getByRole('banner')
    await tabTo(page, header.getByRole('link', { name: 'Stockinette' }))
    await tabTo(page, header.locator('summary'))
    for (const name of ['Home', 'WhatsApp', 'Instagram', 'Add item']) {
      await tabTo(page, header.getByRole('link', { name, exact: true }))
    }
    for (const name of ['Shop Collection', 'View All']) await tabTo(page, page.getByRole('link', { name }))
    await tabTo(page, previewBanner(page).getByRole('button', { name: 'Dismiss' }))
    await page.keyboard.press('Enter')
    await expect(previewBanner(page)).toHaveCount(0)
  })

  test('an item is created and saved, and the alert dismissed', async ({ page, shop }) => {
    const values = ['Harbour Beanie', 'Ribbed', '12,500', 'Beanies', 'M', 'Ivory', 'Merino.']
    const form = await openForm(page, {})
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: '← Back' }))
    await tabTo(page, page.getByRole('button', { name: 'Choose photos' }))
    await tabTo(page, form.field('Image URL'))
    await page.keyboard.insertText(images.url('beanie'))
    const focus = page.getByRole('slider', { name: 'Part that cards show' })
    await expect(focus).toBeVisible()
    await tabTo(page, focus)
    await page.keyboard.press('ArrowUp')
    for (const [index, label] of labels.filter((each) => each !== 'Image URL').entries()) {
      await tabTo(page, form.field(label))
      await page.keyboard.insertText(values[index] ?? '')
    }
    await tabTo(page, page.locator('summary'))
    await tabTo(page, form.save)
    await tabTo(page, form.clear)
    await tabTo(page, form.save, 'Shift+Tab')
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/\/item\//)
    const item = await findItem(shop.url, new URL(page.url()).pathname.split('/').at(-1) ?? '')
    expect(item).toMatchObject({ title: 'Harbour Beanie', price: 12_500, category: 'Beanies', focus: { x: 50, y: 45 } })

    const dismiss = page.getByRole('alert').getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a refused save focuses the field, and the focus is not lost when its alert is dismissed', async ({ page }) => {
    const form = await openForm(page, {})
    await form.save.focus()
    await page.keyboard.press('Enter')
    await expect(form.field('Title')).toBeFocused()
    await form.alert.getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await expect(form.alert).toHaveCount(0)
    await tabTo(page, form.clear, 'Shift+Tab')
  })

  for (const width of [360, 1280]) {
    test(`at ${width} px the focused element is never covered, up and down the page`, async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 568 })
      const titles = Array.from({ length: 12 }, (_, index) => `Scarf ${index}`)
      await addItems(
        shop.url,
        titles.map((title) => minimalItem(title)),
      )
      await page.goto('/')
      await expect(previewBanner(page)).toBeVisible()
      const stops = 11 + titles.length
      for (const key of [...Array<string>(stops).fill('Tab'), ...Array<string>(stops - 1).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        expect(await page.evaluate(isFocusVisible)).toBe(true)
      }
    })
  }
})

/** Whether an element has the focus and no banner covers the middle of its text. */
const isFocusVisible = `(() => {
  const range = document.createRange()
  range.selectNodeContents(document.activeElement)
  const { left, top, width, height } = range.getClientRects()[0]
  const touched = document.elementFromPoint(left + width / 2, top + height / 2)
  return document.activeElement !== document.body && document.activeElement.contains(touched)
})()`
