/** The HTTP status of each error of the shop, by its code. Codes never change. */
export const errorStatuses = {
  'invalid-item': 422,
  'invalid-photo': 422,
  'invalid-settings': 422,
  'invalid-claim': 422,
  'picture-not-copied': 422,
  'invalid-request': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'sign-in-too-old': 403,
  'other-origin': 403,
  'item-not-found': 404,
  'item-gone': 410,
  'item-changed': 412,
  'settings-changed': 412,
  'already-added': 409,
  'already-claimed': 409,
  'version-required': 428,
  'not-found': 404,
  'method-not-allowed': 405,
  'unsupported-photo': 415,
  'upload-offset': 409,
  'body-too-large': 413,
  'too-many-requests': 429,
  'storage-unavailable': 503,
  'mail-unavailable': 503,
  'photos-busy': 503,
  'shop-busy': 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof errorStatuses

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

/** Whether the task waited for others, and lost its place. */
export function isBusy(error: unknown): error is ShopError {
  return isShopError(error) && error.code === 'shop-busy'
}

/** Whether the error is the shop's fault, not the client's: a retry may succeed. */
export function isServerFault(error: unknown): boolean {
  return !isShopError(error) || errorStatuses[error.code] >= 500
}
