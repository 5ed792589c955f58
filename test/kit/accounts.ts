import { callIdentity, signUp } from './api-client.ts'

/** Where people sign in, and how the shop's owners are told it. */
export interface Place {
  /** The identity service's origin. */
  readonly identityUrl: string
  /** Runs a command of the shop: `owner add EMAIL`. */
  readonly command: (...args: string[]) => Promise<string>
}

/** Tokens of each role that somebody may have, made through the shop's own commands. */
export interface People {
  readonly 'anonymous visitor': string
  readonly 'signed in with a password, no owner': string
  readonly owner: string
  readonly 'former owner with a token that says she is one': string
  readonly 'owner who was reset, with her token from before': string
}

export type Role = keyof People

/** Signs in with a password. @returns the ID token. */
export async function signInWithPassword(identityUrl: string, email: string, password: string): Promise<string> {
  const answer = await callIdentity(identityUrl, 'signInWithPassword', { email, password, returnSecureToken: true })
  const { idToken } = (await answer.json()) as { idToken?: string }
  if (idToken === undefined) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return idToken
}

/** Takes a link of `owner add` or `owner reset` from what the command printed. */
export function readLink(printed: string): string {
  return /^http\S+$/m.exec(printed)?.[0] ?? ''
}

export async function becomeOwner({ identityUrl, command }: Place, email: string): Promise<string> {
  const link = readLink(await command('owner', 'add', email))
  const oobCode = new URL(link).searchParams.get('oobCode')
  await callIdentity(identityUrl, 'resetPassword', { oobCode, newPassword: 'a good password' })
  return signInWithPassword(identityUrl, email, 'a good password')
}

/** Everybody, in a shop that has an owner from then on. */
export async function gatherPeople(place: Place): Promise<People> {
  const { identityUrl, command } = place
  const customer = { email: 'customer@example.com', password: 'a customer’s', returnSecureToken: true }
  await callIdentity(identityUrl, 'signUp', customer)
  const former = await becomeOwner(place, 'former@example.com')
  const lost = await becomeOwner(place, 'lost@example.com')
  const owner = await becomeOwner(place, 'owner@example.com')
  await command('owner', 'remove', 'former@example.com')
  await command('owner', 'reset', 'lost@example.com')
  return {
    'anonymous visitor': (await signUp(identityUrl)).idToken,
    'signed in with a password, no owner': await signInWithPassword(identityUrl, customer.email, customer.password),
    owner,
    'former owner with a token that says she is one': former,
    'owner who was reset, with her token from before': lost,
  }
}
