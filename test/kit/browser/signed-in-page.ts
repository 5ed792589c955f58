import type { Page } from '@playwright/test'

import { addOwner } from '../accounts.ts'
import { callIdentity, type SignedIn } from '../api-client.ts'
import type { RunningShop } from '../shop/shop-process.ts'

/** Makes an owner, who opens a page in a browser where she has signed in before. @returns her ID token. */
export async function openSignedIn(
  page: Page,
  shop: RunningShop,
  path: string,
  email = 'owner@example.com',
): Promise<string> {
  await addOwner(shop, email)
  const session = await startSession(shop, email)
  await storeSession(page, email, session)
  await page.goto(path)
  return session.idToken
}

/** Signs in with the password of `addOwner`, through the API. */
export async function startSession({ identityUrl }: RunningShop, email: string): Promise<SignedIn> {
  const credentials = { email, password: 'a good password', returnSecureToken: true }
  return (await (await callIdentity(identityUrl, 'signInWithPassword', credentials)).json()) as SignedIn
}

/**
 * Stores a session in the page's browser, as the Firebase client does without IndexedDB; with it, the client moves the
 * session there.
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
  await page.goto('/robots.txt')
  await page.evaluate(
    `localStorage.setItem('firebase:authUser:embedded:[DEFAULT]', ${JSON.stringify(JSON.stringify(user))})`,
  )
}
