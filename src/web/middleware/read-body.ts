import type { Context } from 'hono'

import { isShopError, ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/** The most that a request's body may hold. */
const maxBodyBytes = 64 * 1024

/**
 * The body's text.
 *
 * @throws ShopError `body-too-large` as soon as there is too much; the rest is not read. ShopError `invalid-request` when
 *   the body breaks off: that is the sender's affair, and nothing to log.
 */
export async function readText({ req }: Context): Promise<string> {
  const claimedBytes = req.header('Content-Length')
  if (Number(claimedBytes) > maxBodyBytes) throw tooLarge()
  try {
    // Node lets no more through than was claimed.
    return await (claimedBytes === undefined ? readAsItComes(req.raw.body) : req.text())
  } catch (cause) {
    throw isShopError(cause) ? cause : new ShopError('invalid-request', problems.brokenOff, { cause })
  }
}

async function readAsItComes(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // The connection is still needed for the answer: to leave the loop must not close it.
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

/** @throws ShopError `body-too-large`, or `invalid-request` when the body is no JSON. */
export async function readJson(context: Context): Promise<unknown> {
  const text = await readText(context)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ShopError('invalid-request', problems.notJson, { cause })
  }
}
