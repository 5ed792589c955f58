import type { Page } from '@playwright/test'

import { serveFakeGoogleScript } from '../kit/browser/fake-google-script.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'

/** A shop in the cloud, whose Firebase Authentication is Google's Auth emulator. */
const test = base.extend<{ cloud: CloudShop }>({
  cloud: [
    async ({ share }, use, { file }) => use(await share(file, 'cloud', () => startCloudShop(1))),
    { timeout: 90_000 },
  ],
  // The emulator's host: a frame of another site would have no storage in this browser.
  baseURL: async ({ cloud }, use) => use((cloud.shops[0]?.url ?? '').replace('localhost', '127.0.0.1')),
})

// The emulator's window requests fonts and styles from other hosts, and has no icon.
test.use({ allowedErrors: /(?:fonts|apis)\.google(?:apis)?\.com|unpkg\.com|127\.0\.0\.1:\d+\/favicon\.ico/ })
test.beforeEach(({ context }) => serveFakeGoogleScript(context))

const continueWithGoogle = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Continue with Google' })

async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await continueWithGoogle(page).click()
  return opened
}

test.describe('Continue with Google, in Firebase’s sign-in window', () => {
  test('signs in, and returns to the page in "next"; each failure is reported, and can be repaired', async ({
    page,
  }) => {
    const alert = page.getByRole('alert')
    await test.step('a failure to load Google’s script is reported', async () => {
      await page.route('https://apis.google.com/**', (route) => route.abort())
      await page.goto('/sign-in')
      await continueWithGoogle(page).click()
      await expect(alert).toContainText('Signing in failed. Please try again.')
      await page.unroute('https://apis.google.com/**')
    })
    await page.goto('/') // It has another opener policy than the sign-in page.
    await page.goto('/sign-in?next=/create')
    await test.step('a blocked window is reported', async () => {
      await expect(continueWithGoogle(page)).toBeEnabled()
      await page.evaluate('void ([window.open, window.realOpen] = [() => null, window.open])')
      await continueWithGoogle(page).click()
      await expect(alert).toContainText('Your browser blocked the sign-in window.')
      await page.evaluate('void (window.open = window.realOpen)')
    })
    await test.step('a closed window is reported', async () => {
      await (await openWindow(page)).close()
      await expect(alert).toContainText('The sign-in window was closed too early.')
    })
    await test.step('signs in through a window of Firebase, which knows the page that opened it', async () => {
      const popup = await openWindow(page)
      await popup.getByText('Add new account').click()
      expect(new URL(popup.url()).origin).not.toBe(new URL(page.url()).origin)
      expect(await popup.evaluate('window.opener !== null')).toBe(true)
      await popup.locator('#email-input').fill('mary@example.com')
      await popup.locator('#sign-in').click()
      await expect(page).toHaveURL('/create')
      await expect(page.getByText('Signed in as mary@example.com')).toBeVisible()
    })
  })

  test('the window opens within the click, even if nothing more can be loaded', async ({ page }) => {
    await page.addInitScript(`{
      let isTap = false
      addEventListener('click', () => {
        const { port1, port2 } = new MessageChannel()
        port2.onmessage = () => (isTap = false) // The task after the click.
        isTap = true
        port1.postMessage('')
      }, { capture: true })
      const { open } = window
      window.open = (...values) => {
        window.isOpenedWithinTap = isTap
        return open.apply(window, values)
      }
    }`)
    await page.goto('/sign-in')
    await expect(continueWithGoogle(page)).toBeEnabled()
    const requested: string[] = []
    await page.route('**', (route) => void requested.push(route.request().url())) // Never answered.
    await openWindow(page)
    expect(await page.evaluate('isOpenedWithinTap')).toBe(true)
    expect(requested.filter((url) => /\.js|apis\.google\.com/.test(url))).toEqual([])
  })

  test('other pages load neither its code nor Google’s, and their policies forbid it and its window', async ({
    page,
    request,
  }) => {
    const addresses = new Set<string>()
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') addresses.add(answer.url())
    })
    await itemForm(page).open()
    // The browser has no body of a prefetched script.
    const loaded = await Promise.all([...addresses].map(async (url) => (await request.get(url)).text()))
    expect(loaded.length).toBeGreaterThan(5)
    // Found in the window's code only.
    expect(loaded.filter((text) => text.includes('CROSS_ORIGIN_IFRAMES_FILTER'))).toEqual([])
    for (const path of ['/sign-in', '/', '/create', '/manage', '/nowhere', '/__/auth/action']) {
      const headers = (await request.get(path)).headers()
      const policy = headers['content-security-policy'] ?? ''
      const isAllowed = path === '/sign-in'
      expect(headers['cross-origin-opener-policy']).toBe(isAllowed ? 'same-origin-allow-popups' : 'same-origin')
      expect(/apis\.google\.com/.test(policy)).toBe(isAllowed)
      expect(/frame-src/.test(policy)).toBe(isAllowed)
    }
  })
})
