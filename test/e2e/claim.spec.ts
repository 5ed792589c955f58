import type { Page } from '@playwright/test'

import { signInWithPassword } from '../kit/accounts.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi } from '../kit/manage-client.ts'
import { findClaimLink } from '../kit/shop/opened-url.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const mary = { email: 'mary@example.com', password: 'a good password' }

/** The code of the shop’s claim link, with which a browser of this machine opens the page. */
async function claimPathOf(shop: RunningShop): Promise<string> {
  const link = () => findClaimLink(shop.output())
  await expect.poll(link).toBeDefined()
  return `/claim${new URL(link() ?? '').hash}`
}

async function type(page: Page, { email, password } = mary): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Make it mine' })
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

test.describe('/claim', () => {
  test.use({ allowedErrors: /status of (?:403|409|422)/ })

  test('signs the new owner in and opens /manage with the first steps', async ({ page, shop }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url(), JSON.stringify(request.headers())))
    const path = await claimPathOf(shop)
    const code = path.split('#')[1] ?? ''
    const answer = await page.goto(path)
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await answer?.text()).not.toContain(code)
    expect(await findViolations(page)).toEqual([])
    await type(page)
    await submit(page).dblclick()
    await page.waitForURL('/manage')
    await expect(steps(page)).toContainText('0 of 5 done')
    await expect(page.getByText(`Signed in as ${mary.email}`)).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    expect(requested.join('\n')).not.toContain(code)
    await page.goBack()
    expect(page.url()).not.toContain(code)
  })

  test('a wrong link says so and keeps what was typed; the right one works without typing again', async ({
    page,
    shop,
  }) => {
    await page.goto('/claim#AAAAAAAAAAAAAAAAAAAAAA')
    await type(page)
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('This link isn’t valid any more')
    await expect(page.getByLabel('E-mail address')).toHaveValue(mary.email)
    await page.goto(await claimPathOf(shop)) // Only the fragment changes.
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(mary.password)
    await submit(page).click()
    await page.waitForURL('/manage')
  })

  test.describe('while the rest of the page cannot be loaded', () => {
    test.use({ allowedErrors: /net::ERR_FAILED/ })

    test('says that there is no connection, and claims nothing', async ({ page, shop }) => {
      await page.goto(await claimPathOf(shop))
      await type(page)
      await page.route('**/assets/*', (route) => route.abort())
      const sent: string[] = []
      page.on('request', (request) => sent.push(new URL(request.url()).pathname))
      await submit(page).click()
      await expect(page.getByRole('alert')).toHaveText(/^No connection\. Please try again\./)
      expect(sent).not.toContain('/api/claim')
      await page.unroute('**/assets/*')
      await submit(page).click()
      await page.waitForURL('/manage')
    })
  })

  test('an address without a code says where the link is', async ({ page }) => {
    await page.goto('/claim')
    await expect(page.getByText('The link is incomplete. Open the whole link')).toBeVisible()
    await expect(submit(page)).toHaveCount(0)
  })

  test('says next to each field what is wrong with it', async ({ page, shop }) => {
    await page.goto(await claimPathOf(shop))
    await submit(page).click()
    await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription('Enter your e-mail address.')
    await expect(page.getByLabel('E-mail address')).toBeFocused()
    await type(page, { ...mary, password: 'short' })
    await submit(page).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'At least 10 characters, and not a common password. Choose a password of at least 10 characters that isn’t a common one.',
    )
  })

  test('of two tabs one claims the shop, and the other one says that it has an owner', async ({ page, shop }) => {
    const path = await claimPathOf(shop)
    const other = await page.context().newPage()
    for (const tab of [page, other]) await tab.goto(path)
    for (const tab of [page, other]) await type(tab)
    await submit(page).click()
    await page.waitForURL('/manage')
    await submit(other).click()
    await expect(other.getByText('This shop already has an owner.')).toBeVisible()
    await expect(other.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/sign-in?next=%2Fmanage',
    )
  })

  test('a claimed shop says so, without script too', async ({ shop, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
    const page = await context.newPage()
    await page.goto('/claim#code')
    const needsScript = page.locator('noscript p') // Playwright's getByText ignores noscript.
    await expect(needsScript).toHaveText('To make this shop yours, turn on JavaScript in your browser.')
    await expect(submit(page)).toBeDisabled()
    const [, code] = (await claimPathOf(shop)).split('#')
    expect((await page.request.post('/api/claim', { data: { ...mary, code } })).status()).toBe(204)
    await page.reload()
    await expect(needsScript).toHaveText('This shop already has an owner. If that’s you, sign in.')
    await expect(needsScript).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await context.close()
  })
})

test.describe('the first steps', () => {
  test('are ticked as they are done, and stay hidden', async ({ page, shop }) => {
    await page.goto(await claimPathOf(shop))
    await type(page)
    await submit(page).click()
    await page.waitForURL('/manage')
    await expect(steps(page)).toContainText('0 of 5 done')

    const idToken = await signInWithPassword(shop.url, mary.email, mary.password)
    const found = await callApi(shop.url, idToken, { method: 'GET', path: '/manage/shop' })
    const settings = { ...((await found.json()) as object), name: 'Mary’s wool', whatsapp: '077 123 4568' }
    const version = (found.headers.get('etag') ?? '').replaceAll('"', '')
    await callApi(shop.url, idToken, { method: 'PUT', path: '/manage/shop', body: settings, version })
    await page.reload()
    await expect(steps(page)).toContainText('2 of 5 done')
    await expect(steps(page).getByRole('listitem').first()).toContainText('Name your shop (done)')

    await steps(page).getByRole('link', { name: 'Tell who makes the pieces' }).click()
    await expect(page.getByLabel('Who makes the pieces')).toBeFocused()
    await page.goto('/manage')
    await page.getByRole('button', { name: 'Hide these steps' }).click()
    await expect(steps(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Add a piece' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })
})

test.describe('a public shop without an owner', () => {
  test.use({ shopEnv: { SHOP_ORIGIN: 'https://shop.example' } })

  test('/create says that it takes no pieces yet', async ({ page }) => {
    await page.goto('/create')
    await expect(page.getByText('This shop has no owner yet, so nobody can add pieces.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save item' })).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  })
})
