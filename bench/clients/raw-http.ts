import { once } from 'node:events'
import { connect } from 'node:net'

/** An HTTP/1.1 response as received. */
export interface RawResponse {
  readonly status: number
  readonly head: Buffer
  readonly body: Buffer
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Reads responses from a connection's chunks, with as little work as possible: the client must not be busier than the
 * server. Responses must have a `Content-Length`.
 */
export class ResponseReader {
  #bytes: Buffer = Buffer.alloc(0)

  /** @returns the next response once it is complete. */
  read(chunk: Buffer): RawResponse | undefined {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    const headLength = this.#bytes.indexOf(headEnd) + headEnd.length
    if (headLength < headEnd.length) return undefined
    const head = this.#bytes.subarray(0, headLength)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1'))?.[1]
    if (length === undefined) throw new Error(`A response has no Content-Length:\n${head.toString('latin1')}`)
    const end = headLength + Number(length)
    if (this.#bytes.length < end) return undefined
    const body = this.#bytes.subarray(headLength, end)
    this.#bytes = this.#bytes.subarray(end)
    return { status: Number(head.toString('latin1', 9, 12)), head, body }
  }
}

/** The headers that a browser sends with each request. */
const browserHeaders = [
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
  'sec-ch-ua: "Chromium";v="149", "Google Chrome";v="149", "Not?A_Brand";v="24"',
  'sec-ch-ua-mobile: ?1',
  'sec-ch-ua-platform: "Android"',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-LK,en;q=0.9,si;q=0.8',
  'Connection: keep-alive',
]

/** The bytes of a request as a browser sends it. */
export function browserRequest(line: string, port: number, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const all = [`Host: 127.0.0.1:${port}`, ...browserHeaders, ...headers, ...length]
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`
}

export const pageHeaders = [
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Sec-Fetch-Site: none',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-User: ?1',
  'Sec-Fetch-Dest: document',
  'Upgrade-Insecure-Requests: 1',
]

/** The headers that a browser adds to a `fetch` of a page's script. */
export function fetchHeaders(port: number): string[] {
  const page = `Referer: http://127.0.0.1:${port}/`
  return [page, 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty']
}

/** A keep-alive connection for one request after another. */
export interface RawConnection extends Disposable {
  /** @param request as `browserRequest` writes it. */
  send(request: string): Promise<RawResponse>
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const reader = new ResponseReader()
  let waiting: PromiseWithResolvers<RawResponse> | undefined
  socket.on('data', (chunk: Buffer) => {
    const answer = reader.read(chunk)
    if (answer) waiting?.resolve(answer)
  })
  socket.once('close', () => waiting?.reject(new Error('The connection was closed.')))
  socket.on('error', () => undefined) // `close` follows.
  return {
    send(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** Sends one request, as a browser does. */
export async function sendRaw(port: number, path: string): Promise<RawResponse> {
  using connection = await openRaw(port)
  return await connection.send(browserRequest(`GET ${path}`, port, pageHeaders))
}
