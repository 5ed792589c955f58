import {
  applyActionCode,
  createUserWithEmailAndPassword,
  parseActionCodeURL,
  sendEmailVerification,
  type ActionCodeURL,
  type Auth,
  type User,
} from 'firebase/auth'

import { call, callEmulatorRoute } from './client.ts'
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

export async function signUpWithPassword(
  service: Service,
  email = newEmail(),
): Promise<SignedUp & { readonly email: string }> {
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
  ...anonymousUser,
  isAnonymous: false,
  email: 'EMAIL',
  providers: [['password', 'EMAIL', 'EMAIL']],
}

/** An action link, as the services list the ones they sent. */
export interface SentLink {
  /** The account's e-mail address; for `RECOVER_EMAIL`, the one to recover. */
  readonly email: string
  readonly newEmail?: string
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

/** All unused links of an e-mail address, oldest first. */
export async function listLinks(service: Service, email: string): Promise<SentLink[]> {
  const { body } = await callEmulatorRoute(service, 'GET', 'oobCodes')
  return (body['oobCodes'] as SentLink[]).filter((link) => link.email === email)
}

/** The newest link of an e-mail address, with its action. */
export async function getLink(service: Service, email: string): Promise<SentLink & { readonly action: ActionCodeURL }> {
  const link = (await listLinks(service, email)).at(-1)
  const action = link && parseActionCodeURL(link.oobLink)
  if (link === undefined || !action) throw new Error('No link was sent.')
  return { ...link, action }
}

/** A continue URL that both services accept. */
export function continueUrlOf({ origin }: Service): string {
  return `${origin}/create`
}
