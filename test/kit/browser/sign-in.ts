import type { Page } from '@playwright/test'

import { addOwner } from '../accounts.ts'
import { callIdentity, type SignedIn } from '../api-client.ts'
import type { RunningShop } from '../shop/shop-process.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** The password of `addOwner`. */
export const ownerPassword = 'a good password'

/** Signs in with the form, and goes to a page. */
export async function signIn(page: Page, next: string, email: string): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(ownerPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(next)
}

/** Makes an owner, who opens a page in a browser where she has signed in before. @returns her ID token. */
export async function openAsOwner(
  page: Page,
  shop: RunningShop,
  path: string,
  email = 'owner@example.com',
): Promise<string> {
  await addOwner(shop, email)
  const session = await startSession(shop, { email, password: ownerPassword })
  await storeSession(page, email, session)
  await page.evaluate("localStorage.setItem('owner', 'yes')")
  await page.goto(path)
  return session.idToken
}

/** Opens a page as a user who has signed in before. */
export async function openSignedIn(
  page: Page,
  shop: Pick<RunningShop, 'identityUrl'>,
  path: string,
  credentials: Credentials,
): Promise<void> {
  await storeSession(page, credentials.email, await startSession(shop, credentials))
  await page.goto(path)
}

/** Signs in through the API. */
export async function startSession(
  { identityUrl }: Pick<RunningShop, 'identityUrl'>,
  { email, password }: Credentials,
): Promise<SignedIn> {
  const answer = await callIdentity(identityUrl, 'signInWithPassword', { email, password, returnSecureToken: true })
  return (await answer.json()) as SignedIn
}

/**
 * Stores a session in the page's browser, as the Firebase client does without IndexedDB; with it, the client moves the
 * session there: `auth/src/core/persistence` in firebase-js-sdk.
 *
 * @param lifetimeMs after which the page renews the ID token.
 */
export async function storeSession(
  page: Page,
  email: string,
  { localId: uid, idToken: accessToken, refreshToken }: SignedIn,
  lifetimeMs = 3_600_000,
): Promise<void> {
  const user = {
    uid,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { accessToken, refreshToken, expirationTime: Date.now() + lifetimeMs },
    apiKey: 'embedded',
    appName: '[DEFAULT]',
  }
  await page.goto('/robots.txt') // It has storage, and no scripts.
  const stored = JSON.stringify(JSON.stringify(user))
  await page.evaluate(`localStorage.setItem('firebase:authUser:embedded:[DEFAULT]', ${stored})`)
}
