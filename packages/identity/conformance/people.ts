import { applyActionCode, createUserWithEmailAndPassword, sendEmailVerification } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

import { call } from './client.ts'
import { getLink } from './codes.ts'
import type { Service } from './service.ts'

/** Somebody who has signed up past the client. */
export interface SignedUp {
  readonly localId: string
  readonly idToken: string
  readonly refreshToken: string
}

export async function signUpAnonymously(service: Service): Promise<SignedUp> {
  return (await call(service, '/v1/accounts:signUp', { returnSecureToken: true })).body as unknown as SignedUp
}

export const password = 'secret1'

export async function signUpWithPassword(service: Service): Promise<SignedUp & { readonly email: string }> {
  const email = newEmail()
  const { body } = await call(service, '/v1/accounts:signUp', { email, password, returnSecureToken: true })
  return { ...(body as unknown as SignedUp), email }
}

/** Somebody who has signed up through the client and confirmed their address. */
export async function signUpConfirmed(service: Service, auth: Auth, email: string): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, (await getLink(service, email)).oobCode)
  return user
}

const maker = crypto.randomUUID().slice(0, 8)
let addresses = 0

/** An address that nobody has yet. */
export function newEmail(): string {
  return `knitter.${maker}.${++addresses}@example.com`
}

/** Facts with the address that was made up for them taken out. */
export function withoutAddress<T>(facts: T, email: string): T {
  return JSON.parse(JSON.stringify(facts).replaceAll(email, 'EMAIL')) as T
}

/** What the client says of somebody anonymous. */
export const nobody = {
  isAnonymous: true,
  email: null,
  emailVerified: false,
  displayName: null,
  phoneNumber: null,
  photoURL: null,
  tenantId: null,
  providers: [],
}

/** What the client says of somebody with a password. */
export const member = {
  isAnonymous: false,
  email: 'EMAIL',
  emailVerified: false,
  displayName: null,
  phoneNumber: null,
  photoURL: null,
  tenantId: null,
  providers: [['password', 'EMAIL', 'EMAIL']],
}
