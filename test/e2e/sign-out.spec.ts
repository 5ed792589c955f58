import type { Page, Route } from '@playwright/test'

import { callIdentity } from '../kit/api-client.ts'
import { itemForm } from '../kit/browser/item-form.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openSignedIn, signIn } from '../kit/browser/sign-in.ts'

// The browser logs every refused request as an error. A renewed token may be synced after its session has ended.
test.use({
  stock: 'shared',
  allowedErrors: /400 \(Bad Request\).*(?::lookup|\/token)|(?:401|503) .*\/(?:api\/me|__session)/,
})

const customer = { email: 'owner@example.com', password: 'a good password' }
const signedInAs = (page: Page) => page.getByText(`Signed in as ${customer.email}`)

test.beforeEach(async ({ shop }) => {
  await callIdentity(shop.url, 'signUp', customer)
})

test('an ordinary sign-out shows no message in any tab', async ({ page, context, shop }) => {
  await openSignedIn(page, shop, '/create', customer)
  const other = await context.newPage()
  await other.goto('/create')
  for (const tab of [page, other]) await expect(signedInAs(tab)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  for (const tab of [page, other]) {
    await expect(signedInAs(tab)).toHaveCount(0)
    await itemForm(tab).signedIn()
    await expect(tab.getByRole('alert')).toHaveCount(0)
  }
})

const lateAnswers = [
  {
    what: 'a new anonymous account',
    request: '**/accounts:signUp?*',
    answer: (route: Route) => route.continue(),
    response: '**/accounts:lookup?*',
  },
  {
    what: 'a refused refresh token',
    request: '**/v1/token?*',
    answer: (route: Route) => route.fulfill({ status: 400, json: { error: { message: 'INVALID_REFRESH_TOKEN' } } }),
    response: '**/v1/token?*',
  },
]
for (const { what, request, answer, response } of lateAnswers) {
  test(`a user who signs in in another tab stays signed in when ${what} comes late`, async ({ page, context }) => {
    const held = Promise.withResolvers<void>()
    await page.route('**/api/me', (route) => route.fulfill({ status: 401, body: '' }), { times: 1 })
    await page.route(request, (route) => held.promise.then(() => answer(route)), { times: 1 })
    const asked = page.waitForRequest(request)
    await page.goto('/create')
    await asked
    const other = await context.newPage()
    await signIn(other, '/create', customer.email)
    for (const tab of [page, other]) await expect(signedInAs(tab)).toBeVisible()
    const next = page.waitForResponse(response)
    held.resolve()
    await next
    for (const tab of [other, page, other]) {
      await tab.reload()
      await expect(signedInAs(tab)).toBeVisible()
    }
  })
}

test('Sign out everywhere: ends all sessions, and keeps what is typed', async ({
  page,
  otherVisitor,
  context,
  shop,
}) => {
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' })
  const title = itemForm(page).field('Title')
  const sessions = '**/api/me/sessions'
  await openSignedIn(otherVisitor, shop, '/sign-in', customer)
  await expect(otherVisitor.getByText('You’re already signed in.', { exact: true })).toBeVisible()
  await openSignedIn(page, shop, '/create', customer)
  await expect(signedInAs(page)).toBeVisible()
  const sessionCookie = async () => (await context.cookies()).find(({ name }) => name === '__session')?.value
  await expect.poll(sessionCookie).toBeDefined()
  const hers = await sessionCookie()
  await title.fill('Half a beanie')
  await test.step('a failure is reported, and the user stays signed in', async () => {
    await page.route(sessions, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await everywhere.click()
    await expect(page.getByRole('alert')).toContainText('You couldn’t be signed out everywhere.')
    await expect(signedInAs(page)).toBeVisible()
  })
  await test.step('is retried with a new token when the first is refused, and signs out here at once', async () => {
    await page.route(sessions, (route) => route.fulfill({ status: 401, body: '' }), { times: 1 })
    await everywhere.click()
    await expect(page.getByRole('alert')).toContainText('You’re signed out here')
    await expect(signedInAs(page)).toHaveCount(0)
    const isAnother = async () => ![undefined, hers].includes(await sessionCookie())
    await expect.poll(isAnother, 'the page goes on as a new, anonymous user').toBe(true)
  })
  await test.step('keeps what is typed', async () => {
    await expect(title).toHaveValue('Half a beanie')
    await page.reload()
    await expect(title).toHaveValue('Half a beanie')
  })
  await test.step('signs another device out at its next request, with a message, once', async () => {
    await otherVisitor.reload()
    await expect(otherVisitor.getByRole('alert')).toContainText('You have been signed out. Please sign in again.')
    await expect(signedInAs(otherVisitor)).toHaveCount(0)
    await expect(otherVisitor.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await otherVisitor.goto('/create')
    await itemForm(otherVisitor).signedIn()
    await expect(otherVisitor.getByRole('alert')).toHaveCount(0)
  })
})
