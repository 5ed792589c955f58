import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { ResponseReader, type RawResponse } from './response-reader.ts'

export interface RawRequest {
  readonly method: string
  /** The request target; each character is one byte. */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Sent with Content-Length, unless chunked. */
  readonly body?: Buffer | undefined
}

/** A request that was answered, and how long that took. */
export interface TimedRequest {
  readonly request: RawRequest
  readonly tookMs: number
}

/** Time limit of a response. */
const timeoutMs = 10_000

/** Sends requests byte for byte, one after the other over one connection. */
export class RawClient implements Disposable {
  readonly #port: number
  readonly #observe: ((asked: TimedRequest) => void) | undefined
  #socket: Socket | undefined
  #isPending = false
  /** Whether bytes arrived without a request. */
  #hasUnrequestedBytes = false

  constructor(port: number, observe?: (asked: TimedRequest) => void) {
    this.#port = port
    this.#observe = observe
  }

  /** Rejects when there is no response within ten seconds, none at all, or more than one. */
  async send(request: RawRequest): Promise<RawResponse> {
    const isReused = this.#socket !== undefined
    const answer = await this.#try(request)
    // The shop may have closed a reused connection: try again on a new one.
    const final = answer ?? (isReused ? await this.#try(request) : undefined)
    if (final === undefined) throw new Error('The connection was closed without an answer.')
    return final
  }

  async #try(request: RawRequest): Promise<RawResponse | undefined> {
    const socket = (this.#socket ??= await this.#connect())
    const reader = new ResponseReader({ isHead: request.method === 'HEAD' })
    if (this.#hasUnrequestedBytes) throw new Error('There was more than one answer to the request before.')
    const startedAt = performance.now()
    this.#isPending = true
    const answer = await exchange(socket, serialize(request, this.#port), reader).finally(
      () => (this.#isPending = false),
    )
    if (answer) this.#observe?.({ request, tookMs: performance.now() - startedAt })
    const isStream = answer?.headers.get('content-type') === 'text/event-stream'
    if (!isStream && reader.rest.length > 0) throw new Error('There was more than one answer.')
    if (isStream || !answer || answer.headers.get('connection') === 'close' || socket.readyState !== 'open') {
      this[Symbol.dispose]()
    }
    return answer
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: false })
    socket.on('error', () => undefined) // `close` follows.
    socket.on('data', () => (this.#hasUnrequestedBytes ||= this.#socket === socket && !this.#isPending))
    await once(socket, 'connect')
    return socket
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

function serialize({ method, target, headers = [], body }: RawRequest, port: number): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  if (!names.has('host')) lines.push(`Host: localhost:${port}\r\n`)
  if (body && !names.has('transfer-encoding')) lines.push(`Content-Length: ${body.length}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  if (!body) return head
  if (!names.has('transfer-encoding')) return Buffer.concat([head, body])
  const chunk = body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]
  return Buffer.concat([head, ...chunk, Buffer.from('0\r\n\r\n')])
}

/** @returns `undefined` when the connection closes without an answer. */
async function exchange(socket: Socket, request: Buffer, reader: ResponseReader): Promise<RawResponse | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse | undefined>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs / 1_000} s.`)), timeoutMs)
  const hear = (chunk: Buffer) => {
    const answer = reader.push(chunk)
    if (answer) resolve(answer)
  }
  const end = () => resolve(reader.end())
  socket.on('data', hear).once('close', end)
  socket.write(request)
  try {
    return await promise
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    socket.off('data', hear).off('close', end)
  }
}
