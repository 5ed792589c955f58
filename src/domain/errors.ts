/** What can go wrong in the shop, by a name that never changes. HTTP status codes are given in `src/web/middleware/error-response.ts`. */
export type ErrorCode =
  | 'invalid-item'
  | 'invalid-photo'
  | 'invalid-request'
  | 'not-signed-in'
  | 'not-allowed'
  | 'other-origin'
  | 'item-not-found'
  | 'item-gone'
  | 'item-changed'
  | 'already-added'
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
 * A failure that a person can be told about: `message` is for them, `code` for programs.
 *
 * Recognise it by `code` (see {@link isShopError}), not by `instanceof`: the page bundle holds a second copy of this
 * class, and the packages have errors of their own with the same codes.
 */
export class ShopError extends Error {
  override name = 'ShopError'
  readonly code: ErrorCode
  /** What is wrong with each field, by the field's name; for forms. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** When it makes sense to ask again. */
  readonly retryAfterSeconds: number | undefined
  /** The HTTP methods that would be answered. */
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

const ourFaults: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'mail-unavailable',
  'photos-busy',
  'shop-busy',
  'storage-unavailable',
])

/** Whether the shop is to blame, and not what it was given: the same may succeed a moment later. */
export function isServerFault(error: unknown): boolean {
  return !isShopError(error) || ourFaults.has(error.code)
}

/**
 * The shop cannot start, and the person who started it can do something about it: a setting, a folder, another process.
 * `message` is one line that says what to do; no stack is shown.
 */
export class StartError extends Error {
  override name = 'StartError'
  readonly code = 'ERR_CANNOT_START'
}

/** Recognises the start errors of the shop, of its configuration and of its packages. */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_CANNOT_START'
}
