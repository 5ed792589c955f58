import { GoogleAuth } from 'google-auth-library'
import { z } from 'zod'

import { isShopError, ShopError } from '../domain/errors.ts'
import { withTimeout } from './firestore-error.ts'

const scopes = ['https://www.googleapis.com/auth/cloud-platform']
const problemShape = z.object({ error: z.object({ message: z.string() }) })

/**
 * Calls a method of a project's Identity Toolkit with the server's credentials: `accounts:update`, with its fields.
 *
 * @throws ShopError with the service's own message; `storage-unavailable` if it does not respond, not in time, or cannot.
 */
export type CallProject = (method: string, fields: object) => Promise<unknown>

export interface ProjectCallsOptions {
  readonly projectId: string
  /** `host:port` of an Auth emulator, which needs no credentials. */
  readonly emulatorHost: string | undefined
  /** The timeout of each call. */
  readonly timeoutMs?: number
}

/** Uses the credentials that Google's libraries find on this machine. */
export function createProjectCalls(options: ProjectCallsOptions): CallProject {
  const { projectId, emulatorHost, timeoutMs = 8_000 } = options
  const host = emulatorHost === undefined ? 'https://' : `http://${emulatorHost}/`
  const base = `${host}identitytoolkit.googleapis.com/v1/projects/${projectId}/`
  const auth = emulatorHost === undefined ? new GoogleAuth({ scopes }) : undefined
  return async (method, fields) => {
    const answer = await fetchAnswer(base + method, async () => {
      // Google's library would wait for its credentials without a limit.
      const headers = new Headers(await withTimeout(timeoutMs, Promise.resolve(auth?.getRequestHeaders(base))))
      headers.set('Content-Type', 'application/json')
      if (auth === undefined) headers.set('Authorization', 'Bearer owner')
      return { method: 'POST', headers, body: JSON.stringify(fields), signal: AbortSignal.timeout(timeoutMs) }
    })
    if (answer.ok) return JSON.parse(answer.text)
    const said = readProblem(answer.text)
    if (answer.status === 429 || answer.status >= 500)
      throw new ShopError('storage-unavailable', `Firebase Authentication cannot answer: ${said}`)
    const problem = `Firebase Authentication refuses this: ${said}`
    const isRefusalOfShop = answer.status === 401 || answer.status === 403
    if (!isRefusalOfShop) throw new ShopError('invalid-request', problem)
    throw new ShopError('not-allowed', `${problem} (${toRemedy(answer)})`)
  }
}

/** Whether a call was refused because of the shop's own credentials or project. The message says what to repair. */
export function isShopRefused(error: unknown): error is Error {
  return isShopError(error) && error.code === 'not-allowed'
}

async function fetchAnswer(url: string, createRequest: () => Promise<RequestInit>) {
  try {
    const answer = await fetch(url, await createRequest())
    return { ok: answer.ok, status: answer.status, text: await answer.text() }
  } catch (cause) {
    throw new ShopError('storage-unavailable', 'Firebase Authentication does not answer.', { cause })
  }
}

function readProblem(text: string): string {
  try {
    return problemShape.parse(JSON.parse(text)).error.message
  } catch {
    return text.slice(0, 200)
  }
}

const quotaRemedy =
  'credentials of a user need a project: gcloud auth application-default set-quota-project PROJECT, and in it the role ' +
  'Service Usage Consumer, roles/serviceusage.serviceUsageConsumer'

/**
 * Google's refusals have JSON, and name a disabled API. (cloud.google.com/apis/design/errors, `SERVICE_DISABLED`) A user whose
 * credentials name no project gets the same code, for the project of gcloud itself.
 * (cloud.google.com/docs/authentication/troubleshoot-adc)
 */
function toRemedy({ status, text }: { readonly status: number; readonly text: string }): string {
  if (!text.trimStart().startsWith('{')) return 'the answer is not from Google: look at the proxy between'
  if (/quota project|serviceusage/i.test(text)) return quotaRemedy
  if (text.includes('SERVICE_DISABLED')) return 'enable the API: gcloud services enable identitytoolkit.googleapis.com'
  if (status === 401) return 'replace the credentials of the shop: Google does not accept them'
  return 'the credentials need the role Firebase Authentication Admin, roles/firebaseauth.admin'
}
