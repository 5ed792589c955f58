import type { Page } from '@playwright/test'

import { addOwner } from '../accounts.ts'
import { callIdentity, type SignedIn } from '../api-client.ts'
import type { RunningShop } from '../shop/shop-process.ts'

/** Makes an owner, who signs in and goes to a page. */
export async function openAsOwner(
  page: Page,
  shop: RunningShop,
  next: string,
  email = 'owner@example.com',
): Promise<void> {
  await addOwner(shop, email)
  await signIn(page, next, email)
}

/** Signs in with the password of `addOwner`, and goes to a page. */
export async function signIn(page: Page, next: string, email: string): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a good password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(next)
}

/**
 * Opens a page as a user who has signed in before, for tests that are not about signing in: without the form, which would cost a
 * second page. The identity client finds the user where it stores them, `auth/src/core/persistence` in firebase-js-sdk. The page
 * sets the owner mark only if it asks the server, as those for owners do.
 */
export async function openSignedIn(
  page: Page,
  shop: Pick<RunningShop, 'identityUrl'>,
  path: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const answer = await callIdentity(shop.identityUrl, 'signInWithPassword', { email, password })
  const { localId, idToken, refreshToken } = (await answer.json()) as SignedIn
  const user = {
    uid: localId,
    email,
    emailVerified: false,
    isAnonymous: false,
    stsTokenManager: { accessToken: idToken, refreshToken, expirationTime: Date.now() + 3_000_000 },
  }
  await page.goto('/healthz') // It has storage, and no scripts.
  const stored = JSON.stringify(JSON.stringify(user))
  await page.evaluate(`localStorage.setItem('firebase:authUser:embedded:[DEFAULT]', ${stored})`)
  await page.goto(path)
}
