/** A response of HTTP/1.1, not decoded. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name; repeated headers are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

type Framing = { readonly kind: 'length'; readonly length: number } | { readonly kind: 'chunked' | 'until-close' }

/** Reads responses from a connection's bytes. */
export class ResponseReader {
  #bytes: Buffer = Buffer.alloc(0)
  readonly #isHead: boolean

  constructor({ isHead }: { isHead: boolean }) {
    this.#isHead = isHead
  }

  /** Bytes after the last response that was read. */
  get rest(): Buffer {
    return this.#bytes
  }

  /** @returns the response once it is complete; of an event stream, its head. */
  push(chunk: Buffer): RawResponse | undefined {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    return this.#read(false)
  }

  /** To be called at the end of the connection. @returns the response that ends with it. */
  end(): RawResponse | undefined {
    return this.#read(true)
  }

  #read(isOver: boolean): RawResponse | undefined {
    const headEnd = this.#bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const bodyAt = headEnd + 4
    const { status, headers } = parseHead(this.#bytes.toString('latin1', 0, headEnd))
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(bodyAt)
      return this.#read(isOver)
    }
    const framing = this.#framingOf(status, headers)
    const found = readBody(this.#bytes, bodyAt, framing, isOver)
    if (!found) return undefined
    this.#bytes = this.#bytes.subarray(found.end)
    return { status, headers, body: found.body }
  }

  #framingOf(status: number, headers: ReadonlyMap<string, string>): Framing {
    const isStream = headers.get('content-type') === 'text/event-stream'
    if (this.#isHead || status === 204 || status === 304 || isStream) return { kind: 'length', length: 0 }
    if (headers.get('transfer-encoding') === 'chunked') return { kind: 'chunked' }
    const length = headers.get('content-length')
    return length === undefined ? { kind: 'until-close' } : { kind: 'length', length: Number(length) }
  }
}

function parseHead(head: string): Pick<RawResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const before = headers.get(name)
    const value = line.slice(colon + 1).trim()
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return { status: Number(statusLine.split(' ')[1]), headers }
}

function readBody(bytes: Buffer, at: number, framing: Framing, isOver: boolean) {
  if (framing.kind === 'length') {
    const end = at + framing.length
    return bytes.length < end ? undefined : { body: bytes.subarray(at, end), end }
  }
  if (framing.kind === 'until-close') return isOver ? { body: bytes.subarray(at), end: bytes.length } : undefined
  return readChunks(bytes, at)
}

function readChunks(bytes: Buffer, from: number) {
  const chunks: Buffer[] = []
  let at = from
  for (;;) {
    const sizeEnd = bytes.indexOf('\r\n', at)
    if (sizeEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, sizeEnd), 16)
    const end = sizeEnd + 2 + size + 2
    if (bytes.length < end) return undefined
    if (size === 0) return { body: Buffer.concat(chunks), end }
    chunks.push(bytes.subarray(sizeEnd + 2, end - 2))
    at = end
  }
}
