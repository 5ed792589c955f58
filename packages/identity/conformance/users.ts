import {
  applyActionCode,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  type Auth,
  type User,
} from 'firebase/auth'

import { getLink } from './action-links.ts'
import { call } from './client.ts'
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

/** Signs a user up with the client and verifies the e-mail address. */
export async function signUpVerified(service: Service, auth: Auth, email: string): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password)
  await sendEmailVerification(user)
  await applyActionCode(auth, (await getLink(service, email)).oobCode)
  return user
}

const run = crypto.randomUUID().slice(0, 8)
let emailCount = 0

/** An unused e-mail address. */
export function newEmail(): string {
  return `knitter.${run}.${++emailCount}@example.com`
}

/** Replaces a generated e-mail address in facts. */
export function maskEmail<T>(facts: T, email: string): T {
  return JSON.parse(JSON.stringify(facts).replaceAll(email, 'EMAIL')) as T
}

/** The client's view of an anonymous user. */
export const anonymousUser = {
  isAnonymous: true,
  email: null,
  emailVerified: false,
  displayName: null,
  phoneNumber: null,
  photoURL: null,
  tenantId: null,
  providers: [],
}

/** The client's view of a user with a password. */
export const passwordUser = {
  isAnonymous: false,
  email: 'EMAIL',
  emailVerified: false,
  displayName: null,
  phoneNumber: null,
  photoURL: null,
  tenantId: null,
  providers: [['password', 'EMAIL', 'EMAIL']],
}
