import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import pLimit from 'p-limit'

import { acceptedEncoding, encode } from './encoding.ts'

/** Compressed for each answer. */
const brotliQuality = 5

/** Few answers are compressed at once: the threads that do it also read files and hash passwords. */
const compressing = pLimit(2)

/** When more answers wait for that, an answer is sent as it is, so that its reader waits for none of them. */
const maxWaiting = 100

type HeadersFor = (nonce: string) => Readonly<Record<string, string>>

export function newNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * A whole page whose inline elements carry a nonce. It is rendered once; each answer gets a nonce of its own, and so no
 * answer can be told to be used again.
 */
export class NoncePage {
  readonly status: number
  /** What it costs to keep. */
  readonly bytes: number
  readonly #parts: readonly string[]
  readonly #headersFor: HeadersFor

  /** @param rendered the nonce that `text` was rendered with, known to nobody when what it shows was written. */
  constructor(status: number, text: string, rendered: string, headersFor: HeadersFor) {
    this.status = status
    this.bytes = 2 * text.length
    this.#parts = text.split(rendered)
    this.#headersFor = headersFor
  }

  /** Answers a `GET` or `HEAD`. */
  send(request: IncomingMessage, response: ServerResponse): void {
    this.#write(request, response).catch(() => response.destroy()) // There is no memory to compress a page in.
  }

  async #write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = newNonce()
    const isBusy = compressing.pendingCount >= maxWaiting
    const encoding = isBusy ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
    const write = () => encode(Buffer.from(this.#parts.join(nonce)), encoding, brotliQuality)
    const body = await (encoding === 'identity' ? write() : compressing(write))
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
