import { callIdentity, type SignedIn } from '../api-client.ts'
import type { RunningShop } from '../shop/shop-process.ts'
import { expect } from './shop-fixtures.ts'

/** Makes an account, unless there is one, and requests an e-mail link, which a preview shop without a mail server logs. */
export async function requestLink(
  shop: RunningShop,
  email: string,
  requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' = 'PASSWORD_RESET',
  newEmail?: string,
): Promise<string> {
  await callIdentity(shop.url, 'signUp', { email, password: 'first password' })
  const signedIn = await callIdentity(shop.url, 'signInWithPassword', { email, password: 'first password' })
  const { idToken } = (await signedIn.json()) as SignedIn
  await callIdentity(shop.url, 'sendOobCode', { requestType, email, idToken, newEmail })
  const findLink = () => new RegExp(`"to":"${newEmail ?? email}","link":"(http[^"]+)"`).exec(shop.output())?.[1]
  await expect.poll(findLink).toBeDefined()
  return findLink() ?? ''
}
