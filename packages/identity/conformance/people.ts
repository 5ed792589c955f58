import { applyActionCode, createUserWithEmailAndPassword, sendEmailVerification } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

import { call } from './client.ts'
import { getLink } from './codes.ts'
import type { Service } from './service.ts'

/** A user who signed up without the client. */
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

/** Signs a user up through the client and confirms the address. */
export async function signUpConfirmed(service: Service, auth: Auth, email: string): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, (await getLink(service, email)).oobCode)
  return user
}

const maker = crypto.randomUUID().slice(0, 8)
let addresses = 0

/** An unused address. */
export function newEmail(): string {
  return `knitter.${maker}.${++addresses}@example.com`
}

/** Facts without the made-up address. */
export function withoutAddress<T>(facts: T, email: string): T {
  return JSON.parse(JSON.stringify(facts).replaceAll(email, 'EMAIL')) as T
}

/** An anonymous user's properties in the client. */
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

/** The properties in the client of a user with a password. */
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
