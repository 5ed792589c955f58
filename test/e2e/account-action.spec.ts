import type { Route } from '@playwright/test'

import { callIdentity, refresh, type SignedIn } from '../kit/api-client.ts'
import { requestLink } from '../kit/browser/action-link.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

// The browser logs every refused request as an error.
test.use({
  stock: 'shared',
  allowedErrors: /400 \(Bad Request\).*:resetPassword|403 \(Forbidden\).*manage|net::ERR_FAILED/,
})

async function signsInWith(url: string, email: string, password: string): Promise<boolean> {
  return (await callIdentity(url, 'signInWithPassword', { email, password })).ok
}

test.describe('/__/auth/action (the page of e-mail links)', () => {
  test('reset link: saves a new password, and works once', async ({ page, shop }) => {
    const email = 'once@example.com'
    const link = await requestLink(shop, email)
    await page.goto(link)
    await expect(page.getByText(email)).toBeVisible()
    await page.getByLabel('New password').fill('second password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page).toHaveURL('/manage')
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
    expect(await signsInWith(shop.url, email, 'first password')).toBe(false)
    expect(await signsInWith(shop.url, email, 'second password')).toBe(true)

    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('has expired or has already been used')
    await expect(page.getByText('choose “Forgot password?” there')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/sign-in?next=%2Fmanage')
  })

  test('reset link: a weak password is refused with the reason, and stays in the field', async ({ page, shop }) => {
    const email = 'weak@example.com'
    await page.goto(await requestLink(shop, email))
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText('Your password needs at least 6 characters.')
    await expect(page.getByLabel('New password')).toHaveValue('short')
    expect(await signsInWith(shop.url, email, 'first password')).toBe(true)
  })

  for (const [what, email, respond, message] of [
    ['a lost connection', 'lost@example.com', (route: Route) => route.abort(), 'No connection. Please try again.'],
    [
      'too many attempts',
      'many@example.com',
      (route: Route) => route.fulfill({ status: 400, json: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } } }),
      'Too many attempts. Please wait a few minutes.',
    ],
  ] as const) {
    test(`'Try again' loads the page after ${what}`, async ({ page, shop }) => {
      await page.route('**/accounts:resetPassword?*', respond, { times: 1 })
      await page.goto(await requestLink(shop, email))
      await expect(page.getByRole('alert')).toContainText(message)
      await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0)
      const tryAgain = page.getByRole('button', { name: 'Try again' })
      await expect(tryAgain).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('New password')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }

  test('a lost connection does not mark the password as invalid, and one after saving leads to the sign-in page', async ({
    page,
    shop,
  }) => {
    await page.goto(await requestLink(shop, 'field@example.com'))
    const field = page.getByLabel('New password')
    await field.fill('second password')
    await page.route('**/accounts:resetPassword?*', (route) => route.abort(), { times: 1 })
    const save = page.getByRole('button', { name: 'Save password' })
    await save.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No connection. Please try again.')
    await expect(field).toHaveAttribute('aria-invalid', 'false')
    await expect(save).toBeFocused()
    await page.route('**/accounts:signInWithPassword?*', (route) => route.abort(), { times: 1 })
    await save.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Password saved. Please sign in with it.')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeFocused()
  })

  test('verification link: confirms only after a click, as mail programs open links too', async ({ page, shop }) => {
    await page.goto(await requestLink(shop, 'verify@example.com', 'VERIFY_EMAIL'))
    const confirm = page.getByRole('button', { name: 'Confirm this address' })
    await expect(confirm).toBeVisible()
    await page.reload()
    await confirm.click()
    await expect(page.getByRole('alert')).toContainText('Your e-mail address is confirmed.')
  })

  test('verification link: says when the account was made; "This was not me" confirms nothing, and a new password ends the stranger’s', async ({
    page,
    shop,
  }) => {
    const email = 'not-me@example.com'
    await page.goto(await requestLink(shop, email, 'VERIFY_EMAIL'))
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
    await expect(page.getByText(`Your account has the address ${email}. It was made on ${today}.`)).toBeVisible()
    await page.getByRole('button', { name: 'This was not me' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing is confirmed.')
    await expect(page.getByRole('button', { name: 'Confirm this address' })).toHaveCount(0)

    const signedIn = await callIdentity(shop.url, 'signInWithPassword', { email, password: 'first password' })
    const { idToken, refreshToken } = (await signedIn.json()) as SignedIn
    const { users } = (await (await callIdentity(shop.url, 'lookup', { idToken })).json()) as { users: [object] }
    expect(users[0]).toMatchObject({ email, emailVerified: false })
    await callIdentity(shop.url, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const findCode = () =>
      new RegExp(`"to":"${email}","link":"[^"]*mode=resetPassword&oobCode=([^&"]+)`).exec(shop.output())?.[1]
    await expect.poll(findCode).toBeDefined()
    await callIdentity(shop.url, 'resetPassword', { oobCode: findCode(), newPassword: 'her own password' })
    expect(await signsInWith(shop.url, email, 'first password')).toBe(false)
    expect((await refresh(shop.url, refreshToken)).status).toBe(400)
  })

  test('link to another address: says when the account was made; "This was not me" leaves the account its old address', async ({
    page,
    shop,
  }) => {
    const [email, newEmail] = ['stranger@example.com', 'victim@example.com']
    await page.goto(await requestLink(shop, email, 'VERIFY_AND_CHANGE_EMAIL', newEmail))
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
    await expect(
      page.getByText(`sign in with ${newEmail} from now on. The account was made on ${today}.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'This was not me' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing is changed.')
    expect(await signsInWith(shop.url, newEmail, 'first password')).toBe(false)
    expect(await signsInWith(shop.url, email, 'first password')).toBe(true)
  })

  test('an incomplete link is reported as incomplete', async ({ page }) => {
    await page.goto('/__/auth/action?mode=resetPassword')
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  })
})
