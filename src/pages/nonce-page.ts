import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import pLimit from 'p-limit'

import { acceptedEncoding, compress } from './encoding.ts'

/** Low, because each response is compressed separately. */
const brotliQuality = 5

/** Limited, because the same threads read files and hash passwords. */
const compressionQueue = pLimit(2)

/** When more responses wait for compression, the next ones are sent uncompressed. */
const maxWaiting = 100

type HeadersFor = (nonce: string) => Readonly<Record<string, string>>

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * A complete page with nonces on its inline elements. It is rendered once; each response gets a new nonce, so responses
 * cannot be revalidated.
 */
export class NoncePage {
  readonly status: number
  /** Memory use. */
  readonly bytes: number
  readonly #parts: readonly string[]
  readonly #headersFor: HeadersFor

  /** @param rendered the nonce that `text` was rendered with; it was secret when the content was written. */
  constructor(status: number, text: string, rendered: string, headersFor: HeadersFor) {
    this.status = status
    this.bytes = 2 * text.length
    this.#parts = text.split(rendered)
    this.#headersFor = headersFor
  }

  /** Responds to a `GET` or `HEAD`. */
  send(request: IncomingMessage, response: ServerResponse): void {
    this.#write(request, response).catch(() => response.destroy()) // Out of memory while compressing.
  }

  async #write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = createNonce()
    const isBusy = compressionQueue.pendingCount >= maxWaiting
    const encoding = isBusy ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
    const write = () => compress(Buffer.from(this.#parts.join(nonce)), encoding, brotliQuality)
    const body = await (encoding === 'identity' ? write() : compressionQueue(write))
    response.writeHead(this.status, {
      ...this.#headersFor(nonce),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Length': body.length,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
