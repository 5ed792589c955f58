import type { Page } from '@playwright/test'

import { signInWithPassword } from '../kit/accounts.ts'
import { findViolations } from '../kit/browser/accessibility.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { findClaimLink } from '../kit/shop/opened-url.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const mary = { email: 'mary@example.com', password: 'a good password' }

/** The code of the shop’s claim link, with which a browser of this machine opens the page. */
async function claimPathOf(shop: RunningShop): Promise<string> {
  const link = () => findClaimLink(shop.output())
  await expect.poll(link).toBeDefined()
  return `/claim${new URL(link() ?? '').hash}`
}

const address = (page: Page) => page.getByLabel('E-mail address')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Make it mine' })
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

async function type(page: Page, values = mary): Promise<void> {
  await address(page).fill(values.email)
  await password(page).fill(values.password)
}

async function failToClaimOffline(page: Page): Promise<void> {
  await type(page)
  await page.route('**/assets/*', (route) => route.abort())
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText(/^No connection\. Please try again\./)
  expect(sent).not.toContain('/api/claim')
  await page.unroute('**/assets/*')
}

async function submitInvalidFields(page: Page): Promise<void> {
  await type(page, { email: '', password: '' })
  await submit(page).click()
  await expect(address(page)).toHaveAccessibleDescription('Enter your e-mail address.')
  await expect(address(page)).toBeFocused()
  await type(page, { ...mary, password: 'short' })
  await submit(page).click()
  await expect(password(page)).toHaveAccessibleDescription(
    'At least 10 characters, and not a common password. Choose a password of at least 10 characters that isn’t a common one.',
  )
}

async function takeFirstSteps(page: Page, shop: RunningShop): Promise<void> {
  const idToken = await signInWithPassword(shop.url, mary.email, mary.password)
  await changeSettings(shop.url, idToken, { name: 'Mary’s wool', whatsapp: '077 123 4568' })
  await page.goto('/manage')
  await expect(steps(page)).toContainText('2 of 5 done')
  await expect(steps(page).getByRole('listitem').first()).toContainText('Name your shop (done)')
  await steps(page).getByRole('link', { name: 'Tell who makes the pieces' }).click()
  await expect(page.getByLabel('Who makes the pieces')).toBeFocused()
  await page.goto('/manage')
  await steps(page).getByRole('link', { name: 'Have the shop backed up' }).click()
  await expect(page).toHaveURL('/manage#backup')
  await page.getByRole('main').getByRole('link', { name: '← Back' }).click()
  await expect(page).toHaveURL('/manage/shop#about')
  await page.goto('/manage')
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Add a piece' })).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
}

test.describe('/claim', () => {
  test.use({ allowedErrors: /status of (?:403|409|422)|net::ERR_FAILED/ })

  test('of two tabs, one claims the shop after failures that keep what is typed, and has the first steps', async ({
    page,
    context,
    shop,
  }) => {
    const path = await claimPathOf(shop)
    const code = path.split('#')[1] ?? ''
    const requested: string[] = []
    context.on('request', (request) => requested.push(request.url(), JSON.stringify(request.headers())))
    await test.step('an address without a code says where the link is', async () => {
      await page.goto('/claim')
      await expect(page.getByText('The link is incomplete. Open the whole link')).toBeVisible()
      await expect(submit(page)).toHaveCount(0)
    })
    await test.step('a wrong link says so and keeps what was typed', async () => {
      await page.goto('/claim#AAAAAAAAAAAAAAAAAAAAAA') // Only the fragment changes.
      await type(page)
      await submit(page).click()
      await expect(page.getByRole('alert')).toContainText('This link isn’t valid any more')
      await expect(address(page)).toHaveValue(mary.email)
    })
    const other = await context.newPage()
    await other.goto(path)
    await test.step('the page is accessible', async () => expect(await findViolations(other)).toEqual([]))
    await test.step('says that there is no connection, and claims nothing', () => failToClaimOffline(other))
    await test.step('says next to each field what is wrong with it', () => submitInvalidFields(other))
    await type(other)
    await test.step('the right link works without typing again, and signs the new owner in', async () => {
      await page.goto(path)
      await expect(password(page)).toHaveValue(mary.password)
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter') // It keeps the code.
      await expect(page.getByRole('main').getByRole('link', { name: '← Back' })).toBeFocused()
      await submit(page).dblclick()
      await page.waitForURL('/manage')
      await expect(steps(page)).toContainText('0 of 5 done')
      await expect(page.getByText(`Signed in as ${mary.email}`)).toBeVisible()
      expect(await findViolations(page)).toEqual([])
    })
    await test.step('another tab with the link says that the shop has an owner', async () => {
      await submit(other).click()
      await expect(other.getByText('This shop already has an owner.')).toBeVisible()
      const signIn = other.getByRole('main').getByRole('link', { name: 'Sign in' })
      await expect(signIn).toHaveAttribute('href', '/sign-in?next=%2Fmanage')
    })
    await test.step('the code is in no request, and is not left in the history', async () => {
      expect(requested.join('\n')).not.toContain(code)
      await page.goBack()
      expect(page.url()).not.toContain(code)
    })
    await test.step('the first steps are ticked as they are done, and stay hidden', () => takeFirstSteps(page, shop))
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
