import { holdRequests } from '../kit/browser/held-requests.ts'
import { itemForm, labels, openForm, type Label } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

test.use({ stock: 'shared' })

/** Longer than the thumbnail waits for more of an address, in milliseconds of the page's clock. */
const thumbnailDelayMs = 1_000

/** The labels of the folded fields. */
const details = ['Made to order', 'Weeks it takes to make', 'Yarn', 'Measurements', 'Washing', 'Care']

test.describe("2. Route /create ('Create Item')", () => {
  test("has the heading, '← Back', photos and then the fields (only Title and Image URL required), 'Save item' and 'Clear'", async ({
    page,
  }) => {
    const form = await openForm(page, {})
    await expect(page.getByRole('main').getByRole('heading', { name: 'Create Item', exact: true })).toBeVisible()
    await expect(page.getByRole('main').locator('label')).toHaveText([
      'Image URL',
      'Title',
      'Tagline',
      'Price (LKR)',
      'Category',
      'Size',
      'Color',
      'Description',
      ...details,
    ])
    await expect(page.getByRole('group', { name: 'Photos' })).toContainText('Choose photos')
    await expect(page.getByText('Or use a picture from the web', { exact: true })).toBeVisible()
    for (const label of details) await expect(page.getByLabel(label)).toBeHidden()
    await page.getByText('More details').click()
    for (const label of details) await expect(page.getByLabel(label)).not.toHaveAttribute('required')
    await expect(form.save).toHaveText('Save item')
    await expect(form.clear).toBeEnabled()
    for (const label of labels) {
      if (label === 'Title' || label === 'Image URL') await expect(form.field(label)).toHaveAttribute('required')
      else await expect(form.field(label)).not.toHaveAttribute('required')
    }
    await page.getByRole('link', { name: '← Back', exact: true }).click()
    await expect(page).toHaveURL('/')
  })

  test('has placeholders, a Description of four rows and a numeric keyboard for the price', async ({ page }) => {
    const form = await openForm(page, {})
    const placeholders: Partial<Record<Label, string | RegExp>> = {
      Category: 'Beanies / Scarves / Sweaters',
      Size: 'S / M / L',
      Color: 'Ivory, Navy…',
      'Image URL': /^https:\/\/[\w.]+\/\S+$/,
    }
    for (const [label, text] of Object.entries(placeholders)) {
      await expect(form.field(label as Label)).toHaveAttribute('placeholder', text)
    }
    for (const label of ['Title', 'Tagline', 'Price (LKR)', 'Description'] as const) {
      await expect(form.field(label)).not.toHaveAttribute('placeholder')
    }
    await expect(form.field('Description')).toHaveAttribute('rows', '4')
    await expect(form.field('Description')).toHaveJSProperty('tagName', 'TEXTAREA')
    await expect(form.field('Price (LKR)')).toHaveAttribute('inputmode', /^(?:decimal|numeric)$/)
  })

  test("shows 'Signing in…' until signed in, and the form can be filled in meanwhile", async ({ page }) => {
    const form = itemForm(page)
    const held = await holdRequests(page, '**/accounts:signUp?*')
    await page.goto('/create')
    await expect(page.getByText('Signing in…', { exact: true })).toBeVisible()
    await form.enter({ Title: 'Harbour Beanie', Tagline: 'Ribbed' })
    held.release()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie', Tagline: 'Ribbed' })
  })

  test("shows 'Signing in…' before any script has run", async ({ page }) => {
    const held = await holdRequests(page, '**/assets/*.js')
    await page.goto('/create', { waitUntil: 'commit' })
    await expect(page.getByText('Signing in…', { exact: true })).toBeVisible()
    held.release()
    await itemForm(page).signedIn()
  })

  test('signs in anonymously and silently, once per browser', async ({ page }) => {
    let signUps = 0
    page.on('request', (request) => (signUps += request.url().includes('accounts:signUp') ? 1 : 0))
    const form = await openForm(page, {})
    await page.reload()
    await form.signedIn()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(signUps).toBe(1)
  })

  test('keeps what is typed before hydration', async ({ page }) => {
    const held = await holdRequests(page, '**/assets/*.js')
    await page.goto('/create', { waitUntil: 'commit' })
    const form = itemForm(page)
    await form.enter({ Title: 'Early Beanie', Description: 'Typed early.' })
    held.release()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Title: 'Early Beanie', Description: 'Typed early.' })
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Title: 'Early Beanie', Description: 'Typed early.' })
  })

  test('keeps what is typed before hydration, and the rest of the draft', async ({ page }) => {
    await openForm(page, { Title: 'Drafted Beanie', Description: 'Drafted.' })
    const held = await holdRequests(page, '**/assets/*.js')
    await page.reload({ waitUntil: 'commit' })
    const form = itemForm(page)
    await form.enter({ Title: 'Newer Beanie' })
    held.release()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({ Title: 'Newer Beanie', Description: 'Drafted.' })
  })
})

test.describe('2. Route /create: image preview', () => {
  // An incomplete URL may be requested while it is typed.
  test.use({ allowedErrors: /Failed to load resource: net::ERR/ })

  test('appears with the image URL, changes with it and disappears with it', async ({ page }) => {
    const form = await openForm(page, {})
    await expect(form.thumbnail).toHaveCount(0)
    await form.field('Image URL').pressSequentially(images.url('beanie'))
    await expect(form.thumbnail).toBeVisible()
    await expect(form.thumbnail).toHaveAttribute('src', images.url('beanie'))
    await expect(form.thumbnail).toHaveJSProperty('naturalWidth', 480)
    await form.field('Image URL').fill(images.url('scarf'))
    await expect(form.thumbnail).toHaveAttribute('src', images.url('scarf'))
    await form.field('Image URL').fill('')
    await expect(form.thumbnail).toHaveCount(0)
  })

  test.describe('of an image that cannot be loaded', () => {
    test.use({ allowedErrors: /status of 404/ })

    test('is a message, and the image once the URL is corrected', async ({ page }) => {
      const form = await openForm(page, {})
      await form.field('Image URL').fill(images.url('missing'))
      await expect(page.getByText('We couldn’t load a picture from this address.')).toBeVisible()
      await form.field('Image URL').fill(images.url('scarf'))
      await expect(form.thumbnail).toHaveJSProperty('naturalWidth', 480)
      await expect(page.getByText('We couldn’t load a picture from this address.')).toHaveCount(0)
    })
  })

  test('never runs a typed URL as a script', async ({ page }) => {
    await page.clock.install()
    const form = await openForm(page, {})
    for (const url of ['javascript:document.title="owned"', 'data:image/svg+xml,<svg onload="document.title=1"/>']) {
      await form.field('Image URL').fill(images.url('beanie'))
      await page.clock.runFor(thumbnailDelayMs)
      await expect(form.thumbnail).toBeVisible()
      await form.field('Image URL').fill(url)
      await page.clock.runFor(thumbnailDelayMs)
      await expect(form.thumbnail).toHaveCount(0)
    }
    await expect(page).toHaveTitle('Create Item · Stockinette')
  })
})

test.describe("2. Route /create: 'Clear'", () => {
  test('empties all fields, removes the thumbnail, and a reload restores nothing', async ({ page }) => {
    const form = await openForm(page, {
      Title: 'Harbour Beanie',
      Tagline: 'Ribbed',
      'Price (LKR)': '12,500',
      Category: 'Beanies',
      Size: 'M',
      Color: 'Ivory',
      'Image URL': images.url('beanie'),
      Description: 'Merino.',
    })
    await expect(form.thumbnail).toBeVisible()
    await form.clear.click()
    await expect.poll(() => form.values()).toEqual({})
    await expect(form.thumbnail).toHaveCount(0)
    await page.reload()
    await form.signedIn()
    await expect.poll(() => form.values()).toEqual({})
  })

  test('removes the alert and the messages of the fields', async ({ page }) => {
    const form = await openForm(page, {})
    await form.save.click()
    await expect(form.alert).toContainText('Title and image are required.')
    await form.clear.click()
    await expect(form.alert).toHaveCount(0)
    await expect(form.field('Title')).not.toHaveAttribute('aria-invalid', 'true')
  })
})
