import type { Page, Request } from '@playwright/test'

import { addOwner, signInWithPassword } from '../kit/accounts.ts'
import { callIdentity } from '../kit/api-client.ts'
import { holdAnswer } from '../kit/browser/held-requests.ts'
import { nextFrame } from '../kit/browser/resize.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { signIn } from '../kit/browser/sign-in.ts'
import { callApi } from '../kit/manage-client.ts'

// The browser logs every refused request as an error.
test.use({
  allowedErrors: /400 \(Bad Request\).*(?::lookup|\/token)|403 \(Forbidden\).*\/api\/manage\/(?:items|notices)/,
})

const email = 'owner@example.com'

const readMark = (page: Page) => page.evaluate("localStorage.getItem('owner')")
const setMark = (page: Page) => page.evaluate("localStorage.setItem('owner', 'yes')")

test('the owner mark is set for owners, and removed with their session', async ({ page, shop }) => {
  await addOwner(shop, email)
  await test.step('is set by signing in', async () => {
    await signIn(page, '/', email)
    expect(await readMark(page)).toBe('yes')
  })
  await test.step('stays away when she signs out before she is told that she is one', async () => {
    const held = await holdAnswer(page, '**/api/me')
    const isMe = (request: Request) => request.url().endsWith('/api/me')
    const ended = ['requestfinished', 'requestfailed'].map((event) => page.waitForEvent(event as 'request', isMe))
    await page.goto('/create')
    await held.answered
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => readMark(page)).toBeNull()
    held.release()
    await Promise.race(ended)
    await nextFrame(page)
    expect(await readMark(page)).toBeNull()
    await signIn(page, '/', email)
  })
  await test.step('is set again by /manage when it is missing', async () => {
    await page.evaluate("localStorage.removeItem('owner')")
    await page.goto('/manage')
    await expect(page.getByText('No pieces yet.')).toBeVisible()
    expect(await readMark(page)).toBe('yes')
  })
  await test.step('is removed when the session was ended elsewhere', async () => {
    const idToken = await signInWithPassword(shop.url, email, 'a good password')
    await callApi(shop.url, idToken, { method: 'DELETE', path: '/me/sessions' })
    await page.goto('/create')
    await expect(page.getByRole('alert')).toContainText('You have been signed out.')
    expect(await readMark(page)).toBeNull()
  })
})

test('the owner mark is never set for other users, and removed when the server does not call the user an owner', async ({
  page,
  shop,
}) => {
  await addOwner(shop, email)
  const visitor = 'visitor@example.com'
  await callIdentity(shop.url, 'signUp', { email: visitor, password: 'a good password' })
  await test.step('is never set for other users', async () => {
    await signIn(page, '/create', visitor)
    await expect(page.getByText('Only the shop’s owner can add pieces.')).toBeVisible()
    expect(await readMark(page)).toBeNull()
  })
  for (const path of ['/manage', '/create']) {
    await test.step(`is removed by ${path}`, async () => {
      await setMark(page)
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
      expect(await readMark(page)).toBeNull()
    })
  }
  await test.step('is removed by signing out', async () => {
    await setMark(page)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => readMark(page)).toBeNull()
  })
})
