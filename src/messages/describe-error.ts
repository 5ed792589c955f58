import type { InvalidInputError } from '../domain/invalid-input.ts'
import { describeInvalidInput } from './describe-invalid-input.ts'
import { itemRules, photoRules, problems, requestRules, settingsRules } from './error-texts.ts'

/** Messages for errors from `packages/`, which have a code and no text for users. */
const wordsByCode: Readonly<Record<string, string>> = {
  'body-too-large': problems.bodyTooLarge,
  busy: problems.busy,
  internal: problems.internal,
  'method-not-allowed': problems.methodNotAllowed,
  'not-found': problems.notFound,
  'other-origin': problems.otherOrigin,
  'provider-unavailable': problems.providerUnavailable,
  'storage-unavailable': problems.storageUnavailable,
  'too-many-requests': problems.tooManyRequests,
}

/** The message of an error for a user. A ShopError has its own. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'InvalidInputError') return describeInvalidInput(error as InvalidInputError, messages).message
  const code = 'code' in error ? String(error.code) : ''
  return (error.name === 'ShopError' ? undefined : wordsByCode[code]) ?? error.message
}

const messages = { itemRules, photoRules, requestRules, settingsRules }
