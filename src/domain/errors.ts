/** Error codes of the shop. They never change. HTTP status codes are given in `src/web/middleware/error-response.ts`. */
export type ErrorCode =
  | 'invalid-item'
  | 'invalid-photo'
  | 'invalid-settings'
  | 'invalid-claim'
  | 'invalid-request'
  | 'not-signed-in'
  | 'not-allowed'
  | 'sign-in-too-old'
  | 'other-origin'
  | 'item-not-found'
  | 'item-gone'
  | 'item-changed'
  | 'settings-changed'
  | 'already-added'
  | 'already-claimed'
  | 'version-required'
  | 'not-found'
  | 'method-not-allowed'
  | 'unsupported-photo'
  | 'upload-offset'
  | 'body-too-large'
  | 'too-many-requests'
  | 'storage-unavailable'
  | 'mail-unavailable'
  | 'photos-busy'
  | 'picture-not-copied'
  | 'shop-busy'
  | 'internal'

/**
 * A failure that can be shown to a user: `message` is for the user, `code` for programs.
 *
 * Recognise it by `code` (see {@link isShopError}), not by `instanceof`: the page bundle holds a second copy of this
 * class, and the packages have errors of their own with the same codes.
 */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly code: ErrorCode
  /** A message for each invalid field of a form, by the field's name. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** After how many seconds a retry makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** The allowed HTTP methods. */
  readonly allowed: readonly string[] | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & Partial<Pick<ShopError, 'fields' | 'retryAfterSeconds' | 'allowed'>> = {},
  ) {
    super(message, options)
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allowed = options.allowed
  }
}

/** Codes of the shop and of its packages are lower-case words; those of Node and other libraries are not. */
const shopCode = /^[a-z-]+$/

export function isShopError(error: unknown): error is ShopError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && shopCode.test(error.code)
}

const serverFaults: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'mail-unavailable',
  'photos-busy',
  'shop-busy',
  'storage-unavailable',
])

/** Whether the error is the shop's fault, not the client's: a retry may succeed. */
export function isServerFault(error: unknown): boolean {
  return !isShopError(error) || serverFaults.has(error.code)
}
