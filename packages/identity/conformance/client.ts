import { deleteApp, initializeApp } from 'firebase/app'
import { browserLocalPersistence, connectAuthEmulator, indexedDBLocalPersistence, initializeAuth } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'
import { decodeJwt, decodeProtectedHeader } from 'jose'

import type { Service } from './service.ts'

let clients = 0

/** A new name for a client app. */
export function newClientName(): string {
  return `client ${++clients}`
}

/**
 * Runs `use` with the official client, unmodified. It stores its user where the shop's pages do, so that the next client of
 * the same name finds it; in Node it stores it in memory.
 */
export async function withClient<T>(
  service: Service,
  use: (auth: Auth) => Promise<T>,
  name = newClientName(),
): Promise<T> {
  const app = initializeApp({ apiKey: 'any', projectId: service.projectId }, name)
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] })
  connectAuthEmulator(auth, service.origin, { disableWarnings: true })
  try {
    return await use(auth)
  } finally {
    await deleteApp(app)
  }
}

/** `ok`, or the code of the client's error. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

/** A user's properties in the client, except those that differ each time. */
export function factsOf(user: User) {
  const { isAnonymous, email, emailVerified, displayName, phoneNumber, photoURL, tenantId, providerData } = user
  const providers = providerData.map(({ providerId, uid, email: address }) => [providerId, uid, address])
  return { isAnonymous, email, emailVerified, displayName, phoneNumber, photoURL, tenantId, providers }
}

/** A token's payload. */
export function readToken(idToken: string): Record<string, unknown> {
  return decodeJwt(idToken)
}

/** A token's header. */
export function readTokenHeader(idToken: string): Record<string, unknown> {
  return decodeProtectedHeader(idToken)
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const toolkit = '/identitytoolkit.googleapis.com'

/** Calls a method without the client, which would not send every input. A string is sent as it is. */
export async function call(service: Service, path: string, input?: unknown, method = 'POST'): Promise<Answer> {
  const url = new URL(path.startsWith('/v') ? toolkit + path : path, service.origin)
  url.searchParams.set('key', 'any')
  const body = typeof input === 'string' || input === undefined ? input : JSON.stringify(input)
  const isForm = path.startsWith('/securetoken') && typeof input === 'string'
  const headers = { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const answer = await fetch(url, { method, ...(body !== undefined && { body, headers }) })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {} }
}

/** Calls a method without the API key that every client sends. */
export async function callWithoutKey({ origin }: Service, path: string, method = 'POST'): Promise<Answer> {
  const answer = await fetch(new URL(path, origin), { method })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

/** Calls one of the test routes that both services have: `accounts`, `config`, `oobCodes`. */
export function callTestRoute(service: Service, method: string, resource: string, input?: object): Promise<Answer> {
  return call(service, `/emulator/v1/projects/${service.projectId}/${resource}`, input, method)
}

/** Switches protection against e-mail enumeration on, as in new Firebase projects, or off, as both services start. */
export async function protectAddresses(service: Service, enableImprovedEmailPrivacy: boolean): Promise<void> {
  const { status } = await callTestRoute(service, 'PATCH', 'config', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy },
  })
  if (status !== 200) throw new Error(`The service would not be set: ${status}.`)
}

/** Refreshes a token without the client. */
export function callToken(service: Service, fields: Record<string, string>): Promise<Answer> {
  return call(service, '/securetoken.googleapis.com/v1/token', new URLSearchParams(fields).toString())
}

/** A refusal as a client reads it: the code at the start of the message, or the name of the status. */
export function refusalOf({ status, body }: Answer) {
  const { message = '', status: name = '' } = (body['error'] ?? {}) as { message?: string; status?: string }
  const [code = ''] = message.split(' : ')
  return { status, code: /^[A-Z_]+$/.test(code) ? code : name }
}
