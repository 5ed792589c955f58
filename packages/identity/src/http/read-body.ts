import { isTooManyBytes, readText as readBoundedText } from '@stockinette/bounded-read/bounded-read.ts'

import { ServiceError } from '../errors.ts'

/** The maximum size of a request's body. */
const maxBodyBytes = 64 * 1024

/**
 * Reads the text of a request's body.
 *
 * @throws ServiceError `body-too-large` as soon as there is too much, and the rest is not read; `invalid-request` when the
 * client disconnects, which is not logged.
 */
export async function readText(request: Request): Promise<string> {
  try {
    return await readBoundedText(request, maxBodyBytes)
  } catch (cause) {
    if (isTooManyBytes(cause)) throw new ServiceError('body-too-large', 'That is too much at once: 64 KB at most.')
    throw new ServiceError('invalid-request', 'The body broke off.', { cause })
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid-request', 'The body must be JSON.', { cause })
  }
}
