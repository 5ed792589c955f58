import type { Locator, Page } from '@playwright/test'

import { addItems, findItem } from '../kit/api-client.ts'
import { isFocusVisible } from '../kit/browser/focus-visible.ts'
import { openHome, previewBanner } from '../kit/browser/home-page.ts'
import { labels, openForm, type ItemForm } from '../kit/browser/item-form.ts'
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

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test.describe('Keyboard only', () => {
  test('through the header in reading order, from the skip link to an item and its enquiry, and back', async ({
    page,
    context,
    shop,
  }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
    const [item] = await addItems(shop.url, [beanie, minimalItem()])
    await openHome(page)
    await tabTo(page, link(page, 'Skip to content'))
    await test.step('through the header', async () => {
      const header = page.getByRole('banner')
      await tabTo(page, header.getByRole('link', { name: 'Stockinette' }))
      await tabTo(page, header.locator('summary'))
      for (const name of ['Home', 'WhatsApp', 'Instagram', 'Add item']) await tabTo(page, link(page, name).first())
      await tabTo(page, link(page, 'Shop Collection'))
    })
    await test.step('past the header, to the end of the banner', async () => {
      await link(page, 'Skip to content').focus()
      await page.keyboard.press('Enter')
      for (const name of ['Shop Collection', 'View All', 'Beanies', 'Knits']) await tabTo(page, link(page, name))
      for (const [index, name] of ['Plain Scarf', 'Harbour Beanie'].entries()) {
        await tabTo(page, page.getByRole('button', { name: 'Add to enquiry' }).nth(index))
        await tabTo(page, link(page, name))
      }
      await tabTo(page, page.locator('[data-part=all] a'))
      await tabTo(page, previewBanner(page).getByRole('button', { name: 'Dismiss' }))
      await page.keyboard.press('Enter')
      await expect(previewBanner(page)).toHaveCount(0)
    })
    await link(page, 'Harbour Beanie').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/item/${item?.id}`)
    await test.step('through the item, and back', () => tabThroughItem(page))
    await expect(page).toHaveURL('/#main') // Where the skip link has led.
  })

  test('a refused save focuses the field; an item is created and saved, and the alerts dismissed', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page, {})
    await form.save.focus()
    await page.keyboard.press('Enter')
    await expect(form.field('Title')).toBeFocused()
    await form.alert.getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await expect(form.alert).toHaveCount(0)
    await tabTo(page, form.clear, 'Shift+Tab')

    await link(page, 'Skip to content').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/create')
    await expect(link(page, '← Back')).toBeFocused()
    await test.step('each field in turn', () => typeItem(page, form))
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/\/item\//)
    const item = await findItem(shop.url, new URL(page.url()).pathname.split('/').at(-1) ?? '')
    expect(item).toMatchObject({ title: 'Harbour Beanie', price: 12_500, category: 'Beanies', focus: { x: 50, y: 45 } })
    const dismiss = page.getByRole('alert').getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('the focused element is never covered, up and down the page, on a phone and a laptop', async ({
    page,
    shop,
  }) => {
    const titles = Array.from({ length: 12 }, (_, index) => `Scarf ${index}`)
    await addItems(
      shop.url,
      titles.map((title) => minimalItem(title)),
    )
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 568 })
      await page.goto('/')
      await expect(previewBanner(page)).toBeVisible()
      const stops = 11 + titles.length
      for (const key of [...Array<string>(stops).fill('Tab'), ...Array<string>(stops - 1).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        expect(await page.evaluate(isFocusVisible), `at ${width} px`).toBe(true)
      }
    }
  })
})

/** From the skip link to the chat, and back to the list. */
async function tabThroughItem(page: Page): Promise<void> {
  await tabTo(page, link(page, 'Skip to content'))
  await page.keyboard.press('Enter')
  await tabTo(page, link(page, '← Back'))
  await tabTo(page, link(page, 'Enlarge picture'))
  for (const name of ['Beanies', 'Color: Ivory', 'S', 'M']) {
    await tabTo(page, page.getByRole('main').getByRole('link', { name, exact: true }))
  }
  await tabTo(page, page.getByRole('radio', { name: 'S' }))
  await tabTo(page, page.getByRole('button', { name: 'Add to enquiry' }))
  await tabTo(page, link(page, 'Enquire on WhatsApp'))
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const chat = await opening
  await chat.waitForURL(/^https:\/\/wa\.me\//)
  await chat.close()
  for (let stop = 0; stop < 6; stop++) await page.keyboard.press('Shift+Tab')
  await tabTo(page, link(page, 'Enlarge picture'), 'Shift+Tab')
  await tabTo(page, link(page, '← Back'), 'Shift+Tab')
  await page.keyboard.press('Enter')
}

/** Fills the form in from its first link to the save button. */
async function typeItem(page: Page, form: ItemForm): Promise<void> {
  const values = ['Harbour Beanie', 'Ribbed', '12,500', 'Beanies', 'M', 'Ivory', 'Merino.']
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
}
