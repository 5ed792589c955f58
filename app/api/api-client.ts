import { describeAuthError } from '../account/auth-errors.ts'
import { LocalizedError } from './localized-error.ts'
import { patienceMs } from './timeouts.ts'

/** Where a request's ID token comes from. `renew`: the server refused the last one. */
export interface Asking {
  idToken(options?: { renew: boolean }): Promise<string>
}

export interface Question {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as they are, instead of a body of JSON. */
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  /** The version of the item that a change was made on. */
  readonly version?: string
  /** By which the shop knows another attempt at the same. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly isOk: boolean
  readonly headers: Headers
  /** `undefined` when it could not be read. */
  readonly body: Record<string, unknown> | undefined
}

/**
 * Asks the shop's API as whoever is signed in.
 *
 * @throws Error whose message is for people, when there is no answer.
 */
export async function askShop(session: Asking, question: Question): Promise<Answer> {
  const answer = await ask(question, await tokenOf(session))
  return answer.status === 401 ? ask(question, await tokenOf(session, { renew: true })) : answer
}

/** Why the answer is no, for people. */
export function refusalOf({ body }: Answer): Error {
  const error = body?.['error']
  if (isRecord(error) && typeof error['message'] === 'string') return new Error(error['message'])
  return new LocalizedError(({ create }) => create.badAnswer)
}

function tokenOf(session: Asking, options?: { renew: boolean }): Promise<string> {
  return session.idToken(options).catch((cause: unknown) => {
    throw new LocalizedError((messages) => describeAuthError(cause, messages).words, { cause })
  })
}

async function ask(
  { method, path, body, bytes, headers, version, idempotencyKey, signal }: Question,
  idToken: string,
): Promise<Answer> {
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${idToken}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': `"${idempotencyKey}"` }),
        ...headers,
      },
      ...(body !== undefined ? { body: JSON.stringify(body) } : { body: bytes }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    return { status: answer.status, isOk: answer.ok, headers: answer.headers, body: toRecord(await answer.text()) }
  } catch (cause) {
    throw new LocalizedError(({ problems }) => problems.noConnection, { cause })
  }
}

function toRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined // Nothing, or something that stands between has answered.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
