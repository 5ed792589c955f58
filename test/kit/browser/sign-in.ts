import type { Page } from '@playwright/test'

import { addOwner } from '../accounts.ts'
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
