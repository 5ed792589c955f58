import type { Page } from '@playwright/test'

import { serveFakeGoogleScript } from '../kit/browser/fake-google-script.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test as base } from '../kit/browser/shop-fixtures.ts'
import { startCloudShop, type CloudShop } from '../kit/shop/cloud-shop.ts'

/** A shop in the cloud, whose Firebase Authentication is Google's Auth emulator. */
const test = base.extend<object, { cloud: CloudShop }>({
  cloud: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      await using cloud = await startCloudShop(1)
      await use(cloud)
    },
    { scope: 'worker', timeout: 90_000 },
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
  test('signs in, and returns to the page in "next"', async ({ page }) => {
    await page.goto('/sign-in?next=/create')
    const popup = await openWindow(page)
    await popup.getByText('Add new account').click()
    await popup.locator('#email-input').fill('mary@example.com')
    await popup.locator('#sign-in').click()
    await expect(page).toHaveURL('/create')
    await expect(page.getByText('Signed in as mary@example.com')).toBeVisible()
  })

  test('the window is opened with same-origin-allow-popups, which no other page has', async ({ page, request }) => {
    const policyOf = async (path: string) => (await request.get(path)).headers()['cross-origin-opener-policy']
    expect(await policyOf('/sign-in')).toBe('same-origin-allow-popups')
    for (const path of ['/', '/create', '/manage', '/nowhere']) expect(await policyOf(path)).toBe('same-origin')

    await page.goto('/') // It has another policy than /sign-in.
    await page.goto('/sign-in')
    const popup = await openWindow(page)
    await popup.getByText('Add new account').waitFor()
    expect(new URL(popup.url()).origin).not.toBe(new URL(page.url()).origin)
    expect(await popup.evaluate('window.opener !== null')).toBe(true)
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

  test('a closed window is reported', async ({ page }) => {
    await page.goto('/sign-in')
    const popup = await openWindow(page)
    await popup.close()
    await expect(page.getByRole('alert')).toContainText('The sign-in window was closed too early.')
    await expect(continueWithGoogle(page)).toBeEnabled()
  })

  test('a blocked window is reported', async ({ page }) => {
    await page.addInitScript('window.open = () => null')
    await page.goto('/sign-in')
    await continueWithGoogle(page).click()
    await expect(page.getByRole('alert')).toContainText('Your browser blocked the sign-in window.')
    await expect(continueWithGoogle(page)).toBeEnabled()
  })

  test('a failure to load Google’s script is reported', async ({ page }) => {
    await page.route('https://apis.google.com/**', (route) => route.abort())
    await page.goto('/sign-in')
    await continueWithGoogle(page).click()
    await expect(page.getByRole('alert')).toContainText('Signing in failed. Please try again.')
  })

  test('other pages load neither its code nor Google’s, and their policy forbids it', async ({ page, request }) => {
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
    for (const [path, isAllowed] of [
      ['/sign-in', true],
      ['/create', false],
      ['/', false],
      ['/__/auth/action', false],
    ] as const) {
      const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
      expect(/apis\.google\.com/.test(policy)).toBe(isAllowed)
      expect(/frame-src/.test(policy)).toBe(isAllowed)
    }
  })
})
