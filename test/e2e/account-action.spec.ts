import { AxeBuilder } from '@axe-core/playwright'

import { callIdentity } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

const email = 'owner@example.com'

// The browser logs every refused request as an error.
test.use({ allowedErrors: /400 \(Bad Request\).*:resetPassword|net::ERR_FAILED/ })

/** Makes an account and requests an e-mail link, which a preview shop without a mail server logs. */
async function requestLink(shop: ShopProcess, requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL'): Promise<string> {
  const signedUp = await callIdentity(shop.url, 'signUp', { email, password: 'first password' })
  const { idToken } = (await signedUp.json()) as { idToken: string }
  await callIdentity(shop.url, 'sendOobCode', { requestType, email, idToken })
  const findLink = () => /"link":"(http[^"]+)"/.exec(shop.output())?.[1]
  await expect.poll(findLink).toBeDefined()
  return findLink() ?? ''
}

async function signsInWith(shop: ShopProcess, password: string): Promise<boolean> {
  return (await callIdentity(shop.url, 'signInWithPassword', { email, password })).ok
}

test.describe('/__/auth/action (the page of e-mail links)', () => {
  test('reset link: saves a new password, and works once', async ({ page, shop }) => {
    const link = await requestLink(shop, 'PASSWORD_RESET')
    await page.goto(link)
    await expect(page.getByText(email)).toBeVisible()
    await page.getByLabel('New password').fill('second password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText('Password saved.')
    expect(await signsInWith(shop, 'first password')).toBe(false)
    expect(await signsInWith(shop, 'second password')).toBe(true)

    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('has expired or has already been used')
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${shop.url}/`)
  })

  test('reset link: a weak password is refused with the reason, and stays in the field', async ({ page, shop }) => {
    await page.goto(await requestLink(shop, 'PASSWORD_RESET'))
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose a longer password, with more kinds of characters.')
    await expect(page.getByLabel('New password')).toHaveValue('short')
    expect(await signsInWith(shop, 'first password')).toBe(true)
  })

  test("'Try again' loads the page after a lost connection", async ({ page, shop }) => {
    await page.route('**/accounts:resetPassword?*', (route) => route.abort(), { times: 1 })
    await page.goto(await requestLink(shop, 'PASSWORD_RESET'))
    await expect(page.getByRole('alert')).toContainText('No connection. Please try again.')
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0)
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('New password')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a lost connection does not mark the password as invalid', async ({ page, shop }) => {
    await page.goto(await requestLink(shop, 'PASSWORD_RESET'))
    const field = page.getByLabel('New password')
    await field.fill('second password')
    await page.route('**/accounts:resetPassword?*', (route) => route.abort(), { times: 1 })
    const save = page.getByRole('button', { name: 'Save password' })
    await save.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No connection. Please try again.')
    await expect(field).toHaveAttribute('aria-invalid', 'false')
    await expect(save).toBeFocused()
    await save.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Password saved.')
  })

  test('verification link: confirms only after a click, as mail programs open links too', async ({ page, shop }) => {
    await page.goto(await requestLink(shop, 'VERIFY_EMAIL'))
    const confirm = page.getByRole('button', { name: 'Confirm this address' })
    await expect(confirm).toBeVisible()
    await page.reload()
    await confirm.click()
    await expect(page.getByRole('alert')).toContainText('Your e-mail address is confirmed.')
  })

  test('an incomplete link is reported as incomplete', async ({ page }) => {
    await page.goto('/__/auth/action?mode=resetPassword')
    await expect(page.getByRole('alert')).toContainText('This link is incomplete.')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no accessibility violations in ${colorScheme} colours`, async ({ page, shop }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(await requestLink(shop, 'PASSWORD_RESET'))
      await expect(page.getByLabel('New password')).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    })
  }
})
