import { addItems, findItem, listItems } from '../kit/api-client.ts'
import { loseResponses } from '../kit/browser/held-requests.ts'
import { itemForm, keepFormOpen, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { plainPhoto } from '../kit/photos/photos.ts'
import { minimalItem } from '../kit/sample-items.ts'

test.use({ viewport: { width: 360, height: 740 } })

const details = {
  'Weeks it takes to make': '3',
  Yarn: ' Merino ',
  Measurements: '22 cm\n24 cm',
  Washing: '30 °C, by hand',
  Care: 'By hand.',
}

const savedDetails = { yarn: 'Merino', measurements: '22 cm\n24 cm', washing: '30 °C, by hand', care: 'By hand.' }

const landscape = async (name = 'IMG_1.jpg', color = '#822') => jpeg(name, await plainPhoto(color, 400, 300))

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
    const before = await listItems(shop.url)
    const form = await openForm(page, { Title: 'Harbour Beanie', Size: 'M' })
    const [field, focus] = [photoField(page), page.getByRole('slider', { name: 'Part that cards show' })]
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByText('More details').click()
    await page.getByLabel('Made to order').check()
    await field.pick(await landscape(), await landscape('IMG_2.jpg', '#228'))
    const ids = await field.uploaded(2)
    await focus.press('ArrowLeft')
    await loseResponses(page, '**/api/items')
    await form.save.click()
    await expect(form.alert).toContainText('Failed to add item: No connection.')
    await test.step("'Undo' brings everything back, also after a double click", async () => {
      await form.clear.dblclick()
      await expect.poll(() => form.values()).toEqual({})
      await expect(field.tiles).toHaveCount(0)
      await expect(page.getByLabel('Made to order')).not.toBeChecked()
      await undo.click()
      await expect(form.clear).toBeFocused()
      await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie', Size: 'M' })
      await expect(page.getByLabel('Made to order')).toBeChecked()
      expect(await field.uploaded(2)).toEqual(ids)
      await expect(focus).toHaveAttribute('aria-valuetext', '45% from the left, 50% from the top')
      await expect(undo).toHaveCount(0)
    })
    await test.step('it is the same item, also after a reload', async () => {
      await page.reload()
      await form.signedIn()
      await expect(form.field('Size')).toHaveValue('M')
      await keepFormOpen(page)
      await form.save.click()
      await expect(form.alert).toContainText('Item added!')
      const [item, ...others] = await listItems(shop.url)
      expect(others).toEqual(before)
      expect(item).toMatchObject({ madeToOrder: true, focus: { x: 45, y: 50 } })
    })
    await test.step('there is nothing to bring back in an empty form, and once something is typed', async () => {
      await form.clear.click()
      await expect(form.alert).toHaveCount(0)
      await expect(undo).toHaveCount(0)
      await form.enter({ Title: 'Old' })
      await form.clear.click()
      await form.enter({ Tagline: 'New' })
      await expect(undo).toHaveCount(0)
      await page.reload()
      await form.signedIn()
      await expect.poll(() => form.values()).toEqual({ Tagline: 'New' })
    })
  })
})

test("Item form: other items' values are suggested; details and the cover's focus are saved and can be edited", async ({
  page,
  shop,
}) => {
  await addItems(shop.url, [
    { ...minimalItem(), category: 'Scarves', size: 'S / M', color: 'Ivory' },
    { ...minimalItem(), category: 'scarves ', size: 'S / M' },
    { ...minimalItem(), category: 'Scarves' },
    { ...minimalItem(), category: 'Beanies' },
  ])
  await openAsOwner(page, shop, '/create')
  const form = itemForm(page)
  await form.signedIn()
  const [field, focus] = [photoField(page), page.getByRole('slider', { name: 'Part that cards show' })]
  await test.step('categories, sizes and colors are suggested, the most frequent first', async () => {
    const options = (list: string) => page.locator(`#${list}-list option`)
    await expect(options('category')).toHaveCount(0)
    await form.field('Color').focus()
    await expect(options('category')).toHaveText(['Scarves', 'Beanies'])
    await expect(options('size')).toHaveText(['S / M', 'M', 'S'])
    await expect(options('color')).toHaveText(['Ivory'])
    await form.enter({ Title: 'Harbour Beanie', Category: 'Shawls' })
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie', Category: 'Shawls' })
  })
  const id = await test.step('details and the focus are saved', async () => {
    await field.pick(await landscape(), await landscape('IMG_2.jpg', '#228'))
    await field.uploaded(2)
    const area = await focus.boundingBox()
    await focus.click({ position: { x: (area?.width ?? 0) * 0.8, y: (area?.height ?? 0) * 0.25 } })
    await expect(focus).toHaveAttribute('aria-valuetext', '80% from the left, 25% from the top')
    await focus.press('ArrowDown')
    await expect(page.locator('.cover-focus-card img')).toHaveCSS('object-position', '80% 30%')
    await page.getByText('More details').click()
    await page.getByLabel('Made to order').check()
    for (const [label, value] of Object.entries(details)) await page.getByLabel(label).fill(value)
    await keepFormOpen(page)
    await form.save.click()
    await expect(form.alert).toContainText('Item added!')
    const [item] = await listItems(shop.url)
    expect(item).toMatchObject({ ...savedDetails, madeToOrder: true, weeksToMake: 3, focus: { x: 80, y: 30 } })
    return item?.id ?? ''
  })
  await test.step('and can be edited; another cover has a focus of its own', async () => {
    await page.goto(`/manage?edit=${id}`)
    await expect(page.getByLabel('Measurements')).toHaveValue('22 cm\n24 cm')
    await expect(page.getByLabel('Made to order')).toBeChecked()
    await expect(focus).toHaveAttribute('aria-valuetext', '80% from the left, 30% from the top')
    await page.getByLabel('Made to order').uncheck()
    await page.getByLabel('Weeks it takes to make').fill('')
    await field.button('Move earlier', 2).click()
    await expect(focus).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const expected = { ...savedDetails, madeToOrder: false, weeksToMake: null, focus: null }
    await expect.poll(() => findItem(shop.url, id)).toMatchObject(expected)
  })
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
    const words = 'Waiting for a connection. It will continue by itself.'
    await expect(page.getByText(words)).toBeVisible()
    await expect(form.alert).toHaveCount(0)
    await field.pick(await landscape('IMG_6.jpg', '#282'))
    await expect(field.tile(2)).toContainText(words)
    await expect(field.tile(2).locator('img')).toHaveJSProperty('naturalWidth', 400)
    await keepFormOpen(page)
    await context.setOffline(false)
    await expect(form.alert).toContainText('Item added!')
    expect((await listItems(shop.url))[0]).toMatchObject({ photos: [{ id: first }, {}] })
  })
})
