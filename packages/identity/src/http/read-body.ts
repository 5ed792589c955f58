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
  const contentLength = request.headers.get('Content-Length')
  if (Number(contentLength) > maxBodyBytes) throw tooLarge()
  try {
    // The HTTP server passes on no more than the length that was announced.
    return await (contentLength === null ? readChunks(request.body) : request.text())
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('invalid-request', 'The body broke off.', { cause })
  }
}

async function readChunks(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // The connection is still needed for the answer, so leaving the loop must not close it.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function tooLarge(): ServiceError {
  return new ServiceError('body-too-large', 'That is too much at once: 64 KB at most.')
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid-request', 'The body must be JSON.', { cause })
  }
}
