import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { acceptedEncoding, encode } from './encoding.ts'
import type { Encoding } from './encoding.ts'

/** `headers` as `writeHead` takes them fastest: name, value, name, value … */
interface Representation {
  readonly body: Buffer
  readonly headers: string[]
}

/** High, as a page is compressed once and sent often, but well below 11, which takes ten times as long. */
const brotliQuality = 9

/** Of headers, for each encoding. */
const headerBytes = 2_048

/** What a page or a generated file says beside its length, encoding and tag. */
type Headers = Readonly<Record<string, string>>

/**
 * A whole page with all its headers, ready to be sent as often as anyone asks. It is compressed for those who ask for an
 * encoding, when somebody first does.
 */
export class WholePage {
  readonly status: number
  readonly etag: string
  /** What it costs to keep, in all encodings: those that compress make a third of a page each at most. */
  readonly bytes: number
  readonly text: Buffer<ArrayBuffer>
  readonly headers: Headers
  readonly #ready = new Map<Encoding, Representation>()
  readonly #underWay = new Map<Encoding, Promise<Representation>>()

  constructor(status: number, text: string, headers: Headers) {
    this.text = Buffer.from(text)
    this.status = status
    this.etag = `W/"${hash('sha256', this.text, 'base64url').slice(0, 22)}"`
    this.bytes = 2 * this.text.length + 3 * headerBytes
    this.headers = { ...headers, ETag: this.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
  }

  /** Answers a `GET` or `HEAD`. The shop's hottest path: nothing here is computed twice. */
  send(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    if (this.status === 200 && headers['if-none-match']?.includes(this.etag)) {
      response.writeHead(304, withoutType(this.headers)).end()
      return
    }
    const encoding = acceptedEncoding(headers['accept-encoding'])
    const ready = this.#ready.get(encoding)
    if (ready) this.#write(ready, request, response)
    else void this.#writeLater(encoding, request, response)
  }

  #write({ headers, body }: Representation, request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(this.status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  async #writeLater(encoding: Encoding, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const underWay = this.#underWay.get(encoding) ?? this.#represent(encoding)
    this.#underWay.set(encoding, underWay)
    try {
      this.#write(await underWay, request, response)
    } catch {
      response.destroy() // There is no memory to compress a page in.
    } finally {
      this.#underWay.delete(encoding)
    }
  }

  async #represent(encoding: Encoding): Promise<Representation> {
    const body = await encode(this.text, encoding, brotliQuality)
    const coding = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
    const headers = { ...this.headers, ...coding, 'Content-Length': String(body.length) }
    const representation = { body, headers: Object.entries(headers).flat() }
    this.#ready.set(encoding, representation)
    return representation
  }
}

/** A 304 repeats the headers of the answer that it replaces, without those of the body (RFC 9110, 15.4.5). */
function withoutType({ 'Content-Type': _type, ...headers }: Headers): Headers {
  return headers
}
