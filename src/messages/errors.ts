import { problems } from './refusals.ts'

/** Words for errors of the packages below `packages/`, which have a code and know no words of the shop. */
const wordsByCode: Readonly<Record<string, string>> = {
  'storage-unavailable': problems.storageUnavailable,
  'too-many-requests': problems.tooManyRequests,
}

/** What a person is told of an error: a ShopError brings its own words. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (error.name === 'ShopError' ? undefined : wordsByCode[code]) ?? error.message
}
