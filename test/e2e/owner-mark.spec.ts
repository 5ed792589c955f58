import type { Page } from '@playwright/test'

import { addOwner } from '../kit/accounts.ts'
import { callIdentity } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { signIn } from '../kit/browser/sign-in.ts'

// The browser logs every refused request as an error.
test.use({
  allowedErrors: /400 \(Bad Request\).*(?::lookup|\/token)|403 \(Forbidden\).*\/api\/manage\/(?:items|notices)/,
})

const email = 'owner@example.com'

function readMark(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('owner'))
}

test.describe('The owner mark', () => {
  test('is set by signing in, and removed by signing out', async ({ page, shop }) => {
    await addOwner(shop, email)
    await signIn(page, '/', email)
    expect(await readMark(page)).toBe('yes')
    await page.goto('/create')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => readMark(page)).toBeNull()
  })

  test('is set again by /manage when it is missing', async ({ page, shop }) => {
    await addOwner(shop, email)
    await signIn(page, '/', email)
    await page.evaluate(() => localStorage.removeItem('owner'))
    await page.goto('/manage')
    await expect(page.getByText('No pieces yet.')).toBeVisible()
    expect(await readMark(page)).toBe('yes')
  })

  for (const path of ['/manage', '/create']) {
    test(`is removed by ${path} when the server says that the user is no longer an owner`, async ({ page, shop }) => {
      await addOwner(shop, email)
      await signIn(page, path, email)
      await expect.poll(() => readMark(page)).toBe('yes')
      await shop.command('owner', 'remove', email)
      await page.reload()
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
      expect(await readMark(page)).toBeNull()
    })
  }

  test('is removed when the session was ended elsewhere', async ({ page, shop }) => {
    await addOwner(shop, email)
    await signIn(page, '/create', email)
    await expect.poll(() => readMark(page)).toBe('yes')
    await shop.command('owner', 'reset', email)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('You have been signed out.')
    expect(await readMark(page)).toBeNull()
  })

  test('is never set for other users', async ({ page, shop }) => {
    await addOwner(shop, email)
    await callIdentity(shop.url, 'signUp', { email: 'visitor@example.com', password: 'a good password' })
    await signIn(page, '/create', 'visitor@example.com')
    await expect(page.getByText('Only the shop’s owner can add pieces.')).toBeVisible()
    expect(await readMark(page)).toBeNull()
  })
})
