import type { Page } from '@playwright/test'

import { callIdentity } from '../kit/api-client.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

// The browser logs every refused request as an error. A renewed token may be synced after its session has ended.
test.use({
  stock: 'shared',
  allowedErrors: /400 \(Bad Request\).*(?::lookup|\/token)|(?:401|503) .*\/(?:api\/me\/sessions|__session)/,
})

const email = 'owner@example.com'
const password = 'a good password'

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in?next=/create')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/create')
  await expect(signedInAs(page)).toBeVisible()
}

const signedInAs = (page: Page) => page.getByText(`Signed in as ${email}`)
const everywhere = (page: Page) => page.getByRole('button', { name: 'Sign out everywhere' })

test.describe('Sign out everywhere', () => {
  test.beforeEach(async ({ shop }) => {
    await callIdentity(shop.url, 'signUp', { email, password })
  })

  test('signs out here at once, and another device at its next request, with a message', async ({
    page,
    otherVisitor,
    context,
  }) => {
    await signIn(otherVisitor)
    await signIn(page)
    await page.goto('/sign-in')
    await expect(page.getByText('You’re already signed in.', { exact: true })).toBeVisible()
    await everywhere(page).click()
    await expect(page.getByRole('alert')).toContainText('You’re signed out here')
    await expect(signedInAs(page)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('__session')

    await otherVisitor.reload()
    await expect(otherVisitor.getByRole('alert')).toContainText('You have been signed out. Please sign in again.')
    await expect(signedInAs(otherVisitor)).toHaveCount(0)
    await otherVisitor.reload()
    await itemForm(otherVisitor).signedIn()
    await expect(otherVisitor.getByRole('alert')).toHaveCount(0)
  })

  test('an ordinary sign-out shows no message in any tab', async ({ page, context }) => {
    await signIn(page)
    const other = await context.newPage()
    await other.goto('/create')
    await expect(signedInAs(other)).toBeVisible()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    for (const tab of [page, other]) {
      await expect(signedInAs(tab)).toHaveCount(0)
      await itemForm(tab).signedIn()
      await expect(tab.getByRole('alert')).toHaveCount(0)
    }
  })

  test('a failure is reported, and the user stays signed in', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/me/sessions', (route) => route.fulfill({ status: 503, body: '' }))
    await everywhere(page).click()
    await expect(page.getByRole('alert')).toContainText('You couldn’t be signed out everywhere.')
    await expect(signedInAs(page)).toBeVisible()
  })

  test('is retried with a new token when the first is refused', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/me/sessions', (route) => route.fulfill({ status: 401, body: '' }), { times: 1 })
    await everywhere(page).click()
    await expect(page.getByRole('alert')).toContainText('You’re signed out here')
    await expect(signedInAs(page)).toHaveCount(0)
  })

  test('keeps what is typed', async ({ page }) => {
    await signIn(page)
    const create = itemForm(page)
    await create.enter({ Title: 'Half a beanie' })
    await everywhere(page).click()
    await expect(signedInAs(page)).toHaveCount(0)
    await expect(create.field('Title')).toHaveValue('Half a beanie')
    await page.reload()
    await expect(create.field('Title')).toHaveValue('Half a beanie')
  })
})
