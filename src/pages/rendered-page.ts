import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import pLimit from 'p-limit'

import { acceptedEncoding, compress, type Encoding } from './encoding.ts'

/** `headers` in the form that `writeHead` processes fastest: name, value, name, value … */
interface Representation {
  readonly body: Buffer
  readonly headers: string[]
}

/**
 * Brotli's quality: low for a page that is compressed for each response, high for one that is compressed once. Higher ones make
 * it a sixteenth smaller: in ten times as long for the home page, which nearly all visitors see first, and in twenty times as
 * long, in the background, for pages that are sent often.
 */
const brotliQuality = { each: 5, once: 9, home: 10, often: 11 }

/** A page that was sent so many times is sent often: one for each visitor, but not one for each change. */
const often = 3

/** One page at a time, because others wait for the same threads. */
const backgroundQueue = pLimit(1)

/** While there are many changes, pages would wait that nobody sees any more: those above stay as they are. */
const maxInBackground = 20

/** Approximate size of the headers of one encoding. */
const headerBytes = 2_048

/** Headers other than length, encoding and tag. */
type Headers = Readonly<Record<string, string>>

interface PageContent {
  /** The ids of the items that the page shows in addition to its own. */
  readonly shownItems?: readonly string[] | undefined
  readonly isHome?: boolean
}

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
  readonly shownItems: readonly string[]
  readonly #quality: number
  readonly #ready = new Map<Encoding, Representation>()
  readonly #compressing = new Map<Encoding, Promise<Representation>>()
  #sent = 0

  constructor(status: number, text: string, headers: Headers, { shownItems = [], isHome = false }: PageContent = {}) {
    this.shownItems = shownItems
    this.#quality = isHome ? brotliQuality.home : brotliQuality.once
    this.text = Buffer.from(text)
    this.status = status
    this.etag = `W/"${hash('sha256', this.text, 'base64url').slice(0, 22)}"`
    this.bytes = 2 * this.text.length + 3 * headerBytes
    this.headers = { 'Cache-Control': 'no-cache', ...headers, ETag: this.etag, Vary: 'Accept-Encoding' }
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
    if (encoding !== 'br') return
    this.#sent += 1
    if (this.#sent === often && backgroundQueue.pendingCount < maxInBackground) {
      backgroundQueue(() => this.#represent('br', brotliQuality.often)).catch(() => undefined) // It stays as it is.
    }
  }

  #write({ headers, body }: Representation, request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(this.status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  async #compressAndWrite(encoding: Encoding, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const compressing = this.#compressing.get(encoding) ?? this.#represent(encoding, this.#quality)
    this.#compressing.set(encoding, compressing)
    try {
      this.#write(await compressing, request, response)
    } catch {
      response.destroy() // Out of memory while compressing.
    } finally {
      this.#compressing.delete(encoding)
    }
  }

  async #represent(encoding: Encoding, quality: number): Promise<Representation> {
    const body = await compress(this.text, encoding, quality)
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

/** Limited, because the same threads read files and hash passwords. */
const compressionQueue = pLimit(2)

/** When more responses wait for compression, the next ones are sent uncompressed. */
const maxWaiting = 100

/**
 * A complete page with nonces on its inline elements. It is rendered once; each response gets a new nonce, so responses
 * cannot be revalidated.
 */
export class NoncePage {
  readonly status: number
  /** Memory use. */
  readonly bytes: number
  readonly #parts: readonly string[]
  readonly #headers: Headers
  readonly #policyParts: readonly string[]

  /**
   * @param rendered the nonce that `text` and the content security policy in `headers` were rendered with; it was secret
   *   when the content was written.
   */
  constructor(status: number, text: string, rendered: string, headers: Headers) {
    this.status = status
    this.bytes = 2 * text.length
    this.#parts = text.split(rendered)
    this.#headers = headers
    this.#policyParts = headers['Content-Security-Policy']?.split(rendered) ?? []
  }

  /** Responds to a `GET` or `HEAD`. */
  send(request: IncomingMessage, response: ServerResponse): void {
    this.#write(request, response).catch(() => response.destroy()) // Out of memory while compressing.
  }

  async #write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64')
    const isBusy = compressionQueue.pendingCount >= maxWaiting
    const encoding = isBusy ? 'identity' : acceptedEncoding(request.headers['accept-encoding'])
    const write = () => compress(Buffer.from(this.#parts.join(nonce)), encoding, brotliQuality.each)
    const body = await (encoding === 'identity' ? write() : compressionQueue(write))
    response.writeHead(this.status, {
      'Cache-Control': 'no-cache',
      ...this.#headers,
      'Content-Security-Policy': this.#policyParts.join(nonce),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Length': body.length,
      Vary: 'Accept-Encoding',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** A page that is still being rendered. Concurrent requests share the rendering. */
export interface StreamedPage {
  readonly status: number
  readonly headers: Headers
  /** The complete page for another reader. */
  read(): ReadableStream<Uint8Array>
}

export function createStreamedPage(status: number, body: ReadableStream<Uint8Array>, headers: Headers): StreamedPage {
  let rest = body
  return {
    status,
    headers: { 'Cache-Control': 'no-cache', ...headers },
    read() {
      const [mine, next] = rest.tee()
      rest = next
      return mine
    },
  }
}

/**
 * The renderer names in this header the items that a page shows in addition to its own, by their ids with spaces between
 * them. It is not sent to clients.
 */
const shownItemsHeader = 'Shown-Items'

/** Headers that a page sets itself. */
const ownHeaders = [
  'Cache-Control',
  'Content-Type',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Referrer-Policy',
]

/**
 * Reads the renderer's response; `undefined` when it is not a page. React Router's own responses are not documents, and
 * contain user input that is not escaped as HTML.
 *
 * @param shopHeaders headers of every page, unless the page sets them itself.
 */
export async function readRenderedPage(response: Response, shopHeaders: Headers, { isHome = false } = {}) {
  const { status, body } = response
  const policy = response.headers.get('Content-Security-Policy')
  if (policy === null || body === null) return undefined
  const own = ownHeaders.map((name) => [name, response.headers.get(name)]).filter(([, value]) => value !== null)
  const headers: Headers = { ...shopHeaders, ...Object.fromEntries(own) }
  const isStream = !response.headers.has('Content-Length')
  if (isStream) return createStreamedPage(status, body, headers)
  const text = await response.text()
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
  if (nonce !== undefined) return new NoncePage(status, text, nonce, headers)
  const shownItems = response.headers.get(shownItemsHeader)?.split(' ')
  return new BufferedPage(status, text, headers, { shownItems, isHome })
}
