import { listItems } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { itemForm, keepFormOpen, openForm } from '../kit/browser/item-form.ts'
import { makeOlder } from '../kit/browser/older-browser.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { images } from '../kit/photos/image-server.ts'

test.use({ stock: 'shared' })

/** Longer than the thumbnail waits for more of an address, in milliseconds of the page's clock. */
const thumbnailDelayMs = 1_000

test.describe("2. Route /create ('Create Item')", () => {
  test('keeps what is typed before it signs in, which happens silently and once per browser', async ({
    page,
    shop,
  }) => {
    const before = await listItems(shop.url)
    const form = itemForm(page)
    const signingIn = page.getByText('Signing in…', { exact: true })
    let signUps = 0
    page.on('request', (request) => (signUps += request.url().includes('accounts:signUp') ? 1 : 0))
    const signUp = await holdRequests(page, '**/accounts:signUp?*')

    await test.step("shows 'Signing in…' before any script has run, and can be filled in", async () => {
      const scripts = await holdRequests(page, '**/assets/*.js')
      await page.goto('/create', { waitUntil: 'commit' })
      await expect(signingIn).toBeVisible()
      await form.enter({ Title: 'Early Beanie', Description: 'Typed early.' })
      const hydrated = page.waitForRequest('**/accounts:signUp?*') // Until then, a click on the button does nothing.
      scripts.release()
      await hydrated
    })
    await test.step("shows 'Not signed in.' until signed in", async () => {
      await expect(signingIn).toBeVisible()
      await form.enter({ 'Image URL': images.url('beanie') })
      await form.save.click()
      await expect(form.alert.getByText('Not signed in.', { exact: true })).toBeVisible()
      expect(await listItems(shop.url)).toEqual(before)
      signUp.release()
      await form.signedIn()
    })
    const early = { Title: 'Early Beanie', 'Image URL': images.url('beanie'), Description: 'Typed early.' }
    await expect.poll(() => form.values()).toEqual(early)

    await test.step('what is typed before hydration replaces that part of the draft only', async () => {
      const scripts = await holdRequests(page, '**/assets/*.js')
      await page.reload({ waitUntil: 'commit' })
      await form.enter({ Title: 'Newer Beanie' })
      scripts.release()
      await form.signedIn()
      await expect.poll(() => form.values()).toEqual({ ...early, Title: 'Newer Beanie' })
    })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await keepFormOpen(page)
    await form.save.click()
    await expect(form.alert).toContainText('Item added!')
    expect(signUps).toBe(1)
  })
})

test.describe('2. Route /create: a picture from the web', () => {
  // An incomplete URL may be requested while it is typed.
  test.use({ allowedErrors: /Failed to load resource: net::ERR|status of 404/ })

  test('is shown and saved in a browser as old as Safari 16.4', async ({ page }) => {
    await makeOlder(page)
    const form = await openForm(page)
    await expect(form.thumbnail).toHaveJSProperty('naturalWidth', 480)
    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
  })

  test('its thumbnail follows the URL, which is never run as a script, and its focus ends with the URL', async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const url = form.field('Image URL')

    await test.step('the thumbnail appears with the URL, and disappears with it', async () => {
      await expect(form.thumbnail).toHaveCount(0)
      await url.pressSequentially(images.url('beanie'))
      await expect(form.thumbnail).toHaveAttribute('src', images.url('beanie'))
      await expect(form.thumbnail).toHaveJSProperty('naturalWidth', 480)
      await expect(form.thumbnail).toBeVisible()
      await url.fill('')
      await expect(form.thumbnail).toHaveCount(0)
    })
    await test.step('of an image that cannot be loaded, it is a message until the URL is right', async () => {
      const message = page.getByText('We couldn’t load a picture from this address.')
      await url.fill(images.url('missing'))
      await expect(message).toBeVisible()
      await url.fill(images.url('scarf'))
      await expect(form.thumbnail).toHaveAttribute('src', images.url('scarf'))
      await expect(form.thumbnail).toHaveJSProperty('naturalWidth', 480)
      await expect(message).toHaveCount(0)
    })
    await test.step('a typed URL never runs as a script', async () => {
      for (const script of [
        'javascript:document.title="owned"',
        'data:image/svg+xml,<svg onload="document.title=1"/>',
      ]) {
        await url.fill(script)
        await page.clock.runFor(thumbnailDelayMs)
        await expect(form.thumbnail).toHaveCount(0)
        await url.fill(images.url('beanie'))
        await page.clock.runFor(thumbnailDelayMs)
        await expect(form.thumbnail).toBeVisible()
      }
      await expect(page).toHaveTitle('Create Item · Stockinette')
    })
    await test.step('the part that cards show can be chosen, until the URL changes', async () => {
      const focus = page.getByRole('slider', { name: 'Part that cards show' })
      await expect(focus).toHaveAttribute('aria-describedby', 'focus-about') // No error, and no name of one.
      await focus.press('ArrowRight')
      await expect(focus).toHaveAttribute('aria-valuenow', '55')
      await url.fill(images.url('wide'))
      await expect(focus.locator('img')).toHaveAttribute('src', images.url('wide'))
      await expect(focus).toHaveAttribute('aria-valuenow', '50')
      await focus.press('ArrowUp')
      await keepFormOpen(page)
      await form.save.click()
      await expect(form.alert).toContainText('Item added!')
      expect((await listItems(shop.url))[0]?.focus).toEqual({ x: 50, y: 45 })
    })
  })
})
