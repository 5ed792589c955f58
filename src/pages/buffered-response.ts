import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { acceptedEncoding, compress, type Encoding } from './encoding.ts'

/** `headers` in the form that `writeHead` processes fastest: name, value, name, value … */
interface Representation {
  readonly body: Buffer
  readonly headers: string[]
}

/** High, because a page is compressed once and sent often; 11 takes ten times as long. */
const brotliQuality = 9

/** Approximate size of the headers of one encoding. */
const headerBytes = 2_048

/** Headers other than length, encoding and tag. */
type Headers = Readonly<Record<string, string>>

/**
 * A complete page with its headers, sent to any number of clients. It is compressed on the first request for an
 * encoding.
 */
export class BufferedPage {
  readonly status: number
  readonly etag: string
  /** Memory use with all encodings: compressed ones are at most a third of the page each. */
  readonly bytes: number
  readonly text: Buffer<ArrayBuffer>
  readonly headers: Headers
  readonly #ready = new Map<Encoding, Representation>()
  readonly #compressing = new Map<Encoding, Promise<Representation>>()

  constructor(status: number, text: string, headers: Headers) {
    this.text = Buffer.from(text)
    this.status = status
    this.etag = `W/"${hash('sha256', this.text, 'base64url').slice(0, 22)}"`
    this.bytes = 2 * this.text.length + 3 * headerBytes
    this.headers = { ...headers, ETag: this.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
  }

  /** Responds to a `GET` or `HEAD`. The hottest path of the shop: nothing is computed twice. */
  send(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    if (this.status === 200 && headers['if-none-match']?.includes(this.etag)) {
      response.writeHead(304, withoutContentType(this.headers)).end()
      return
    }
    const encoding = acceptedEncoding(headers['accept-encoding'])
    const ready = this.#ready.get(encoding)
    if (ready) this.#write(ready, request, response)
    else void this.#compressAndWrite(encoding, request, response)
  }

  #write({ headers, body }: Representation, request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(this.status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  async #compressAndWrite(encoding: Encoding, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const compressing = this.#compressing.get(encoding) ?? this.#represent(encoding)
    this.#compressing.set(encoding, compressing)
    try {
      this.#write(await compressing, request, response)
    } catch {
      response.destroy() // Out of memory while compressing.
    } finally {
      this.#compressing.delete(encoding)
    }
  }

  async #represent(encoding: Encoding): Promise<Representation> {
    const body = await compress(this.text, encoding, brotliQuality)
    const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
    const headers = { ...this.headers, ...coding, 'Content-Length': String(body.length) }
    const representation = { body, headers: Object.entries(headers).flat() }
    this.#ready.set(encoding, representation)
    return representation
  }
}

/** A 304 has the headers of the full response, except those of the body (RFC 9110, 15.4.5). */
function withoutContentType({ 'Content-Type': _type, ...headers }: Headers): Headers {
  return headers
}
