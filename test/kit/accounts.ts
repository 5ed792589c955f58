import { callIdentity, signUp } from './api-client.ts'

/** What a test needs to make accounts and owners. */
export interface ShopAccess {
  /** The identity service's origin. */
  readonly identityUrl: string
  /** Runs a command of the shop, such as `owner add EMAIL`. @returns its standard output. */
  readonly command: (...args: string[]) => Promise<string>
  /** Does what `owner add EMAIL` does. @returns the link that sets the password. */
  readonly inviteOwner: (email: string) => Promise<string>
  /** Does what `owner remove EMAIL` or `owner reset EMAIL` does. */
  readonly changeOwner: (action: 'remove' | 'reset', email: string) => Promise<void>
}

/** A running shop without owners, with either backend. */
export interface TestShop extends ShopAccess, AsyncDisposable {
  readonly url: string
  /** Deletes all removed items for good, before their 30 days are over. */
  purge(): Promise<void>
}

/** An ID token of each role, made through the shop's own commands. */
export interface TokensByRole {
  readonly 'anonymous visitor': string
  readonly 'signed in with a password, not an owner': string
  readonly owner: string
  readonly 'removed owner with a token from before': string
  readonly 'owner after a reset, with a token from before': string
}

export type Role = keyof TokensByRole

/** What a removed owner is answered with a token from before: in the cloud, she is signed out, too. */
export function statusOfRemovedOwner(backend: string): 401 | 403 {
  return backend === 'cloud' ? 401 : 403
}

/** Signs in with a password. @returns the ID token. */
export async function signInWithPassword(identityUrl: string, email: string, password: string): Promise<string> {
  const answer = await callIdentity(identityUrl, 'signInWithPassword', { email, password, returnSecureToken: true })
  const { idToken } = (await answer.json()) as { idToken?: string }
  if (idToken === undefined) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return idToken
}

/** Finds the link in the output of `owner add` or `owner reset`. */
export function readActionLink(output: string): string {
  return /^http\S+$/m.exec(output)?.[0] ?? ''
}

type OwnerAccess = Pick<ShopAccess, 'identityUrl' | 'inviteOwner'>

/** Makes an owner with the password 'a good password'. */
export async function addOwner({ identityUrl, inviteOwner }: OwnerAccess, email: string): Promise<void> {
  const oobCode = new URL(await inviteOwner(email)).searchParams.get('oobCode')
  await callIdentity(identityUrl, 'resetPassword', { oobCode, newPassword: 'a good password' })
}

/** Makes an owner and signs in. @returns the ID token. */
export async function createOwner(access: OwnerAccess, email: string): Promise<string> {
  await addOwner(access, email)
  return signInWithPassword(access.identityUrl, email, 'a good password')
}

/** Makes an account of each role. The shop has owners afterwards. */
export async function createAccounts(access: ShopAccess): Promise<TokensByRole> {
  const { identityUrl, changeOwner } = access
  const customer = { email: 'customer@example.com', password: 'a customer’s', returnSecureToken: true }
  await callIdentity(identityUrl, 'signUp', customer)
  const former = await createOwner(access, 'former@example.com')
  const lost = await createOwner(access, 'lost@example.com')
  const owner = await createOwner(access, 'owner@example.com')
  await changeOwner('remove', 'former@example.com')
  await changeOwner('reset', 'lost@example.com')
  return {
    'anonymous visitor': (await signUp(identityUrl)).idToken,
    'signed in with a password, not an owner': await signInWithPassword(identityUrl, customer.email, customer.password),
    owner,
    'removed owner with a token from before': former,
    'owner after a reset, with a token from before': lost,
  }
}
