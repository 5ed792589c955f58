import { deleteApp, initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
  type User,
} from 'firebase/auth'
import { decodeJwt, decodeProtectedHeader } from 'jose'

import type { Service } from './service.ts'

let clientCount = 0

export type Client = ReturnType<typeof openClient>

/** The official client, unmodified. It stores its user where the shop's pages do; in Node it stores the user in memory. */
export function openClient({ origin, projectId }: Pick<Service, 'origin' | 'projectId'>) {
  const name = `client ${++clientCount}`
  const openPage = (): Auth => {
    const app = initializeApp({ apiKey: 'any', projectId }, name)
    const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] })
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return auth
  }
  let page = openPage()
  return {
    auth: page,
    /** Starts the client again with what it has stored. Resolves once the client knows its user. */
    async reloadPage(): Promise<Auth> {
      await deleteApp(page.app)
      page = openPage()
      await page.authStateReady()
      return page
    },
    close: () => deleteApp(page.app),
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

/** The client's view of a user, without the values that differ in each run. */
export function factsOf(user: User) {
  const { isAnonymous, email, emailVerified, displayName, phoneNumber, photoURL, tenantId, providerData } = user
  const providers = providerData.map(({ providerId, uid, email: address }) => [providerId, uid, address])
  return { isAnonymous, email, emailVerified, displayName, phoneNumber, photoURL, tenantId, providers }
}

/** The claims of a token. */
export function readToken(idToken: string): Record<string, unknown> {
  return decodeJwt(idToken)
}

/** The header of a token. */
export function readTokenHeader(idToken: string): Record<string, unknown> {
  return decodeProtectedHeader(idToken)
}

export interface ApiResponse {
  readonly status: number
  readonly body: Record<string, unknown>
}

const toolkit = '/identitytoolkit.googleapis.com'

/** Calls a method without the client, to send what the client never would. Sends a string unchanged. */
export async function call(service: Service, path: string, input?: unknown, method = 'POST'): Promise<ApiResponse> {
  const url = new URL(path.startsWith('/v') ? toolkit + path : path, service.origin)
  url.searchParams.set('key', 'any')
  const body = typeof input === 'string' || input === undefined ? input : JSON.stringify(input)
  const isForm = path.startsWith('/securetoken') && typeof input === 'string'
  const headers = { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const response = await fetch(url, { method, ...(body !== undefined && { body, headers }) })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as ApiResponse['body']) : {} }
}

/** Calls a method without an API key. */
export async function callWithoutKey({ origin }: Service, path: string, method = 'POST'): Promise<ApiResponse> {
  const response = await fetch(new URL(path, origin), { method })
  return { status: response.status, body: (await response.json()) as ApiResponse['body'] }
}

/** Calls one of the emulator's routes for tests: `accounts`, `config`, `oobCodes`. */
export function callEmulatorRoute(
  service: Service,
  method: string,
  resource: string,
  input?: object,
): Promise<ApiResponse> {
  return call(service, `/emulator/v1/projects/${service.projectId}/${resource}`, input, method)
}

/** Turns protection against e-mail enumeration on, as in new Firebase projects, or off, as both services start. */
export async function setEnumerationProtection(service: Service, enableImprovedEmailPrivacy: boolean): Promise<void> {
  const { status } = await callEmulatorRoute(service, 'PATCH', 'config', {
    emailPrivacyConfig: { enableImprovedEmailPrivacy },
  })
  if (status !== 200) throw new Error(`The service did not accept the setting: ${status}.`)
}

/** Calls the token endpoint without the client. */
export function callToken(service: Service, fields: Record<string, string>): Promise<ApiResponse> {
  return call(service, '/securetoken.googleapis.com/v1/token', new URLSearchParams(fields).toString())
}

/** The status of an error response, and its code: the start of its message, or else the name of its status. */
export function rejectionOf({ status, body }: ApiResponse) {
  const { message = '', status: name = '' } = (body['error'] ?? {}) as { message?: string; status?: string }
  const [code = ''] = message.split(' : ')
  return { status, code: /^[A-Z_]+$/.test(code) ? code : name }
}
