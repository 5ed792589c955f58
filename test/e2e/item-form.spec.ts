import { addItems, findItem, listItems } from '../kit/api-client.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'

test.use({ viewport: { width: 360, height: 740 } })

const landscape = async (name = 'IMG_1.jpg', color = '#822') => jpeg(name, await plainPhoto(color, 400, 300))

/** The id of the item whose page is open. */
function idIn(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

test.describe('Item form: errors', () => {
  test.use({ stock: 'shared' })

  test('go away when the field is right, and with the last one the alert; none appears while typing', async ({
    page,
  }) => {
    const form = await openForm(page, { 'Price (LKR)': '4500-5000' })
    const [title, price] = [form.field('Title'), form.field('Price (LKR)')]
    const photos = page.getByRole('group', { name: 'Photos' })
    await page.getByText('More details').click()
    await page.getByLabel('Weeks it takes to make').fill('some')
    await page.getByText('More details').click()
    await form.save.click()
    await expect(title).toBeFocused()
    await expect(photos.getByText('Add at least one photo.')).toBeVisible()
    await expect(price).toHaveAccessibleDescription(/Enter one price, such as 4,500/)
    await expect(page.getByText('Enter a whole number of weeks from 1 to 52.')).toBeVisible()

    await title.pressSequentially('T')
    await expect(title).toHaveAttribute('aria-invalid', 'false')
    await price.fill('4.500')
    await expect(price).toHaveAccessibleDescription(/thousands with a comma/)
    await price.fill('4500')
    await expect(price).toHaveAttribute('aria-invalid', 'false')
    await price.fill('4500 or so')
    await expect(form.field('Image URL')).toHaveAttribute('aria-invalid', 'false')
    await expect(price).toHaveAttribute('aria-invalid', 'false')
    await page.getByLabel('Weeks it takes to make').fill('3')
    await expect(form.alert).toBeVisible()
    await photoField(page).pick(await landscape())
    await expect(page.getByText('Add at least one photo.')).toBeHidden()
    await expect(form.alert).toHaveCount(0)
  })
})

test.describe("Item form: 'Clear' and 'Undo'", () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR/ })

  test('everything comes back, and is still the same item; typing ends the offer', async ({ page, shop }) => {
    const before = (await listItems(shop.url)).length
    const form = await openForm(page, { Title: 'Harbour Beanie', Size: 'M' })
    const [field, focus] = [photoField(page), page.getByRole('slider', { name: 'Part that cards show' })]
    await page.getByText('More details').click()
    await page.getByLabel('Made to order').check()
    await field.pick(await landscape(), await landscape('IMG_2.jpg', '#228'))
    const ids = await field.uploaded(2)
    await focus.press('ArrowLeft')
    const lose = async (route: { fetch(): Promise<unknown>; abort(): Promise<void> }) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/items', lose, { times: 1 })
    await form.save.click()
    await expect(form.alert).toContainText('Failed to add item: No connection.')
    await form.clear.click()
    await expect.poll(() => form.values()).toEqual({})
    await expect(field.tiles).toHaveCount(0)
    await expect(page.getByLabel('Made to order')).not.toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(form.clear).toBeFocused()
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie', Size: 'M' })
    await expect(page.getByLabel('Made to order')).toBeChecked()
    expect(await field.uploaded(2)).toEqual(ids)
    await expect(focus).toHaveAttribute('aria-valuetext', '45% from the left, 50% from the top')
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.reload()
    await form.signedIn()
    await expect(form.field('Size')).toHaveValue('M')
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect(await listItems(shop.url)).toHaveLength(before + 1)
    expect(await findItem(shop.url, idIn(page.url()))).toMatchObject({ madeToOrder: true, focus: { x: 45, y: 50 } })

    await form.open()
    await form.clear.click() // Nothing to bring back.
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await form.enter({ Title: 'Old' })
    await form.clear.click()
    await form.enter({ Tagline: 'New' })
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Tagline: 'New' })
  })
})

test.describe('Item form: details and focus', () => {
  test('are saved, and can be edited; another cover has a focus of its own', async ({ page, shop }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const [field, focus] = [photoField(page), page.getByRole('slider', { name: 'Part that cards show' })]
    await field.pick(await landscape(), await landscape('IMG_2.jpg', '#228'))
    await field.uploaded(2)
    const area = await focus.boundingBox()
    await focus.click({ position: { x: (area?.width ?? 0) * 0.8, y: (area?.height ?? 0) * 0.25 } })
    await expect(focus).toHaveAttribute('aria-valuetext', '80% from the left, 25% from the top')
    await focus.press('ArrowDown')
    await expect(page.locator('.cover-focus-card img')).toHaveCSS('object-position', '80% 30%')
    await page.getByText('More details').click()
    await page.getByLabel('Made to order').check()
    const texts = { 'Weeks it takes to make': '3', Yarn: ' Merino ', Measurements: '22 cm\n24 cm', Care: 'By hand.' }
    await page.getByLabel('Washing').fill('30 °C, by hand')
    for (const [label, value] of Object.entries(texts)) await page.getByLabel(label).fill(value)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    await expect(page.locator('dt', { hasText: 'Washing' }).locator('+ dd')).toHaveText('30 °C, by hand')
    const id = idIn(page.url())
    expect(await findItem(shop.url, id)).toMatchObject({
      madeToOrder: true,
      weeksToMake: 3,
      yarn: 'Merino',
      measurements: '22 cm\n24 cm',
      care: 'By hand.',
      focus: { x: 80, y: 30 },
    })
    // The link check must end first: once the shop has an owner, it refuses the anonymous user who added the item.
    await expect(page.getByText('This is how the link looks in WhatsApp.')).toBeVisible()

    await openAsOwner(page, shop, `/manage?edit=${id}`)
    await expect(page.getByLabel('Measurements')).toHaveValue('22 cm\n24 cm')
    await expect(page.getByLabel('Made to order')).toBeChecked()
    await expect(focus).toHaveAttribute('aria-valuetext', '80% from the left, 30% from the top')
    await page.getByLabel('Made to order').uncheck()
    await page.getByLabel('Weeks it takes to make').fill('')
    await field.button('Move up', 2).click()
    await expect(focus).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(() => findItem(shop.url, id))
      .toMatchObject({ madeToOrder: false, weeksToMake: null, yarn: 'Merino', focus: null })
  })

  test('a picture from the web has a focus too, until its address changes', async ({ page, shop }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie', 'Image URL': images.url('wide') })
    const focus = page.getByRole('slider', { name: 'Part that cards show' })
    await focus.press('ArrowRight')
    await expect(focus).toHaveAttribute('aria-valuenow', '55')
    await form.enter({ 'Image URL': images.url('beanie') })
    await expect(focus.locator('img')).toHaveAttribute('src', images.url('beanie'))
    await expect(focus).toHaveAttribute('aria-valuenow', '50')
    await focus.press('ArrowUp')
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect((await listItems(shop.url))[0]?.focus).toEqual({ x: 50, y: 45 })
  })
})

test('Item form: categories, sizes and colors of other items are suggested, the most frequent first', async ({
  page,
  shop,
}) => {
  const form = await openForm(page, {})
  const options = (list: string) => page.locator(`#${list}-list option`)
  await form.field('Size').focus()
  await expect(options('category')).toHaveCount(0)
  await addItems(shop.url, [
    { ...minimalItem(), category: 'Scarves', size: 'S / M', color: 'Ivory' },
    { ...minimalItem(), category: 'scarves ', size: 'S / M' },
    { ...minimalItem(), category: 'Scarves' },
    { ...minimalItem(), category: 'Beanies' },
  ])
  await page.reload()
  await form.signedIn()
  await form.field('Color').focus()
  await expect(options('category')).toHaveText(['Scarves', 'Beanies'])
  await expect(options('size')).toHaveText(['S / M', 'M', 'S'])
  await expect(options('color')).toHaveText(['Ivory'])
  await form.enter({ Category: 'Shawls' })
  await expect.poll(() => form.values()).toEqual({ Category: 'Shawls' })
})

test.describe('Item form: without a connection', () => {
  test.use({ stock: 'shared', allowedErrors: /net::ERR/ })

  test('photos show what they are, and the item is saved by itself later, with those that are added meanwhile', async ({
    page,
    context,
    shop,
  }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const field = photoField(page)
    await field.pick(await landscape())
    const [first] = await field.uploaded(1)
    await context.setOffline(true)
    await form.save.click()
    await expect(form.save).toHaveText('Saving…')
    await expect(page.getByText('Waiting for a connection. It will continue by itself.')).toBeVisible()
    await expect(form.alert).toHaveCount(0)
    await field.pick(await landscape('IMG_6.jpg', '#228'))
    await expect(field.tile(2)).toContainText('Waiting for a connection.')
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/item\//)
    expect(await findItem(shop.url, idIn(page.url()))).toMatchObject({ photos: [{ id: first }, {}] })

    await form.open()
    await context.setOffline(true)
    await field.pick(await landscape('IMG_7.jpg', '#282'))
    await expect(field.tile(1)).toContainText('Waiting for a connection.')
    await expect(field.tile(1).locator('img')).toHaveJSProperty('naturalWidth', 400)
    await context.setOffline(false)
    await field.uploaded(1)
  })
})

test.describe('Item form: in two tabs', () => {
  test.use({ stock: 'shared' })

  test('the later one says so until the other one is closed', async ({ page, context }) => {
    const notice = 'This draft is also open in another tab.'
    const first = await openForm(page, { Title: 'Harbour Beanie' })
    const tab = await context.newPage()
    const second = itemForm(tab)
    await second.open()
    await expect(tab.getByText(notice)).toBeVisible()
    await expect(second.field('Title')).toHaveValue('Harbour Beanie')
    await expect(page.getByText(notice)).toHaveCount(0)
    await expect(first.field('Title')).toHaveValue('Harbour Beanie')
    await page.goto('/')
    await expect(tab.getByText(notice)).toHaveCount(0)
  })
})
