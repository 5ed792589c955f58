import type { Context } from 'hono'

import { isShopError, ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/** Maximum size of a request body. */
const maxBodyBytes = 64 * 1024

/**
 * Reads the body as text.
 *
 * @throws ShopError `body-too-large` as soon as the limit is exceeded; the rest is not read. ShopError
 *   `invalid-request` when the body is incomplete: this is the client's fault and not logged.
 */
export async function readText({ req }: Context): Promise<string> {
  const statedBytes = req.header('Content-Length')
  if (Number(statedBytes) > maxBodyBytes) throw tooLarge()
  try {
    // Node enforces Content-Length.
    return await (statedBytes === undefined ? readChunked(req.raw.body) : req.text())
  } catch (cause) {
    throw isShopError(cause) ? cause : new ShopError('invalid-request', problems.brokenOff, { cause })
  }
}

async function readChunked(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop must not close the connection: the response needs it.
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function tooLarge(): ShopError {
  return new ShopError('body-too-large', problems.bodyTooLarge)
}

/** @throws ShopError `body-too-large`, or `invalid-request` when the body is not JSON. */
export async function readJson(context: Context): Promise<unknown> {
  const text = await readText(context)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ShopError('invalid-request', problems.notJson, { cause })
  }
}
