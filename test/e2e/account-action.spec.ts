import type { Page, Route } from '@playwright/test'

import { callIdentity, type SignedIn } from '../kit/api-client.ts'
import { requestLink } from '../kit/browser/action-link.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

// The browser logs every refused request as an error.
test.use({ stock: 'shared', allowedErrors: /400 \(Bad Request\).*:(?:resetPassword|update)|net::ERR_FAILED/ })

async function signsInWith(url: string, email: string, password: string): Promise<boolean> {
  return (await callIdentity(url, 'signInWithPassword', { email, password })).ok
}

/** What the identity service has of the account of `requestLink` with this address. */
async function accountOf({ url }: RunningShop, email: string) {
  const signedIn = await callIdentity(url, 'signInWithPassword', { email, password: 'first password' })
  const { idToken } = (await signedIn.json()) as SignedIn
  const found = (await (await callIdentity(url, 'lookup', { idToken })).json()) as {
    users: [{ emailVerified: boolean; createdAt: string }]
  }
  const [{ emailVerified, createdAt }] = found.users
  return { emailVerified, madeOn: new Date(Number(createdAt)).toLocaleDateString('en-GB', { dateStyle: 'long' }) }
}

const linkIn = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

/** Opens the link of an e-mail, whose first two checks fail. */
async function openAfterFailures(page: Page, link: string): Promise<void> {
  const respond = (message: string) => ({ status: 400, json: { error: { message } } })
  const checks = '**/accounts:resetPassword?*'
  await page.route(checks, (route) => route.fulfill(respond('TOO_MANY_ATTEMPTS_TRY_LATER')), { times: 1 })
  await page.route(checks, (route) => route.abort(), { times: 1 })
  await page.goto(link)
  for (const message of ['No connection. Please try again.', 'Too many attempts. Please wait a few minutes.']) {
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByLabel('New password')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

test.describe('/__/auth/action (the page of e-mail links)', () => {
  test('reset link: each failure is reported and can be repaired, and the link saves one password', async ({
    page,
    shop,
  }) => {
    const email = 'forgetful@example.com'
    const link = await requestLink(shop, email)
    const alert = page.getByRole('alert')
    const field = page.getByLabel('New password')
    const save = page.getByRole('button', { name: 'Save password' })
    await test.step('an incomplete link is reported as incomplete', async () => {
      await page.goto('/__/auth/action?mode=resetPassword')
      await expect(alert).toContainText('This link is incomplete.')
    })
    await test.step("'Try again' loads the page after a lost connection and after too many attempts", async () => {
      await openAfterFailures(page, link)
      await expect(page.getByText(email)).toBeVisible()
    })
    await test.step('a weak password is refused with the reason, and stays in the field', async () => {
      await field.fill('short')
      await save.click()
      await expect(alert).toContainText('Your password needs at least 6 characters.')
      await expect(field).toHaveValue('short')
      expect(await signsInWith(shop.url, email, 'first password')).toBe(true)
    })
    await test.step('a lost connection does not mark the password as invalid', async () => {
      await field.fill('second password')
      await page.route('**/accounts:resetPassword?*', (route) => route.abort(), { times: 1 })
      await save.press('Enter')
      await expect(alert).toContainText('No connection. Please try again.')
      await expect(field).toHaveAttribute('aria-invalid', 'false')
      await expect(save).toBeFocused()
    })
    await test.step('a lost connection after saving leads to the sign-in page', async () => {
      await page.route('**/accounts:signInWithPassword?*', (route) => route.abort(), { times: 1 })
      await save.press('Enter')
      await expect(alert).toContainText('Password saved. Please sign in with it.')
      await expect(linkIn(page, 'Sign in')).toBeFocused()
      expect(await signsInWith(shop.url, email, 'first password')).toBe(false)
      expect(await signsInWith(shop.url, email, 'second password')).toBe(true)
    })
    await test.step('the used link leads to the sign-in page', async () => {
      await page.reload()
      await expect(alert).toContainText('has expired or has already been used')
      const advice = 'If you’ve already set a password, sign in with it. If not, choose “Forgot password?” there'
      await expect(page.getByText(advice)).toBeVisible()
      await linkIn(page, 'Sign in').click()
      await expect(page).toHaveURL('/sign-in?next=%2Fmanage')
    })
  })

  test('verification link: says when the account was made; "This was not me" confirms nothing, and only a click does', async ({
    page,
    shop,
  }) => {
    const email = 'not-me@example.com'
    await page.goto(await requestLink(shop, email, 'VERIFY_EMAIL'))
    const account = await accountOf(shop, email)
    await expect(
      page.getByText(`Your account has the address ${email}. It was made on ${account.madeOn}.`),
    ).toBeVisible()
    const confirm = page.getByRole('button', { name: 'Confirm this address' })
    await page.getByRole('button', { name: 'This was not me' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing is confirmed.')
    await expect(confirm).toHaveCount(0)
    expect(await accountOf(shop, email)).toEqual(account)
    expect(account.emailVerified).toBe(false)

    // Mail programs open links, too.
    await page.reload()
    await confirm.click()
    await expect(page.getByRole('alert')).toContainText('Your e-mail address is confirmed.')
  })

  test('link to another address: says when the account was made; "This was not me" leaves the account its old address', async ({
    page,
    shop,
  }) => {
    const [email, newEmail] = ['stranger@example.com', 'victim@example.com']
    await page.goto(await requestLink(shop, email, 'VERIFY_AND_CHANGE_EMAIL', newEmail))
    const { madeOn } = await accountOf(shop, email)
    await expect(
      page.getByText(`sign in with ${newEmail} from now on. The account was made on ${madeOn}.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'This was not me' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing is changed.')
    expect(await signsInWith(shop.url, newEmail, 'first password')).toBe(false)
    expect(await signsInWith(shop.url, email, 'first password')).toBe(true)
  })
  test('link that recovers an address: a lost answer leaves the way to a new password', async ({ page, shop }) => {
    const [email, thief] = ['robbed@example.com', 'thief@example.com']
    const confirm = async (link: string) => {
      const oobCode = new URL(link).searchParams.get('oobCode')
      expect((await callIdentity(shop.url, 'update', { oobCode })).ok).toBe(true)
    }
    await confirm(await requestLink(shop, email, 'VERIFY_EMAIL'))
    await confirm(await requestLink(shop, email, 'VERIFY_AND_CHANGE_EMAIL', thief))
    const findLink = () => new RegExp(`"to":"${email}","link":"(http[^"]+recoverEmail[^"]+)"`).exec(shop.output())?.[1]
    await expect.poll(findLink).toBeDefined()
    await page.goto(findLink() ?? '')
    const recover = page.getByRole('button', { name: 'Recover my account' })
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/accounts:update?*', loseAnswer, { times: 1 })
    await recover.click()
    await expect(page.getByRole('alert')).toContainText('No connection. Please try again.')
    await recover.click()
    await expect(page.getByRole('alert')).toContainText('has expired or has already been used')
    await page.getByRole('button', { name: 'Send me a link to set a new password' }).click()
    await expect(page.getByRole('alert')).toContainText('We’ve e-mailed you a link')
  })
})
