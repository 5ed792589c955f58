import type { Page } from '@playwright/test'

import { expect, test } from '../kit/browser/shop-fixtures.ts'

const email = 'owner@example.com'
const password = 'a good password'

// Strangers come from other addresses than the browsers of the test. The browser logs every refused request as an error.
test.use({
  shopEnv: { SHOP_RATE_LIMITS: 'on', SHOP_TRUST_PROXY: '1' },
  allowedErrors: /429 \(Too Many Requests\).*:signInWithPassword|403 \(Forbidden\).*\/api\/manage\/(?:items|notices)/,
})

/** Strangers guess wrong passwords until the account takes no more from anybody. */
async function guessByStrangers(url: string): Promise<number> {
  const guess = async (index: number) => {
    const answer = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': `198.51.100.${index % 25}` },
      body: JSON.stringify({ email, password: `wrong ${index}` }),
    })
    return answer.status
  }
  let guesses = 0
  while (guesses < 100 && (await guess(guesses)) === 400) guesses++
  return guesses
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in?next=/manage')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** The owner signs in for the first time, and out. */
async function signInFirst(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
}

test('after 50 wrong guesses of strangers, the owner signs in where she did before, and nowhere else', async ({
  page,
  otherVisitor,
  shop,
}) => {
  await signInFirst(page, await shop.inviteOwner(email))
  expect(await guessByStrangers(shop.url)).toBe(50)
  await signIn(otherVisitor)
  await expect(otherVisitor.getByRole('alert')).toContainText('Too many attempts')
  await signIn(page)
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
})
