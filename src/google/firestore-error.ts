import { isShopError, ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'

/** gRPC status codes (github.com/grpc/grpc, doc/statuscodes.md). */
export const status = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  unauthenticated: 16,
} as const

/** What an error means: a message for visitors, and what the owner can do about it. */
interface Meaning {
  readonly message: string
  readonly advice: string
}

const noAnswer: Meaning = { message: problems.storageUnavailable, advice: 'it does not answer.' }

const missingRole =
  'the service account needs the role Cloud Datastore User (roles/datastore.user), and the API must be enabled.'

const noDatabase = 'there is no such project, or it has no Firestore database in native mode.'

/** Errors that the same call would get again. */
const permanent: ReadonlyMap<number | undefined, Meaning> = new Map([
  [status.invalidArgument, noAnswer],
  [status.notFound, { message: problems.storageNotAllowed, advice: noDatabase }],
  [status.permissionDenied, { message: problems.storageNotAllowed, advice: missingRole }],
  [status.resourceExhausted, { message: problems.storageQuota, advice: 'its quota is used up.' }],
  [status.failedPrecondition, { message: problems.storageUnavailable, advice: noDatabase }],
  [status.unimplemented, noAnswer],
  [status.unauthenticated, { message: problems.storageNotAllowed, advice: 'the credentials are not accepted.' }],
])

/** The code of an error of Google's library; `undefined` for any other. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'number') return error.code
  // A listener that the server has ended has its code only in the message. (@google-cloud/firestore, watch.ts: `REMOVE`)
  const said = /^Error (\d+): /.exec(error.message)?.[1]
  return said === undefined ? undefined : Number(said)
}

/** Whether the same call may succeed in a moment. */
export function isRetryable(error: unknown): boolean {
  return !permanent.has(statusOf(error))
}

/** Whether a document with this id already exists. */
export function isAlreadyExists(error: unknown): boolean {
  return statusOf(error) === status.alreadyExists
}

/** Whether a precondition failed: the document was written or deleted since it was read. */
export function isWriteConflict(error: unknown): boolean {
  const code = statusOf(error)
  return code === status.failedPrecondition || code === status.notFound
}

/** Turns any error of the storage into one with a message for the user. */
export function toShopError(error: unknown): ShopError {
  if (isShopError(error)) return error
  const code = statusOf(error)
  const message = code === status.deadlineExceeded ? problems.storageDeadline : meaningOf(code).message
  return new ShopError('storage-unavailable', message, { cause: error })
}

/** Why the shop or a command cannot use Firestore, in one line for the shop's owner. */
export function describeFirestoreError(error: unknown, projectId: string): string {
  const said = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  return `Cloud Firestore of the project ${projectId} cannot be used: ${meaningOf(statusOf(error)).advice} (${said})`
}

function meaningOf(code: number | undefined): Meaning {
  return permanent.get(code) ?? noAnswer
}

/** Rejects on a timeout, with the error that Firestore itself would return. The call itself may still succeed. */
export async function withTimeout<T>(ms: number, call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(Object.assign(new Error(`No answer in ${ms} ms.`), { code: status.deadlineExceeded }))
  const timer = setTimeout(late, ms)
  return Promise.race([call, promise]).finally(() => clearTimeout(timer))
}
