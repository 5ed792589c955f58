import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

import { ResponseReader } from './response-reader.ts'
import type { RawResponse } from './response-reader.ts'

export interface RawRequest {
  readonly method: string
  /** The request target, one byte a character. */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Sent with its length. */
  readonly body?: Buffer | undefined
}

/** A request and how it was answered. */
export interface TimedRequest {
  readonly request: RawRequest
  readonly status: number
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  readonly tookMs: number
}

/** How long an answer may take. */
const patienceMs = 10_000

/** Asks one thing after another over one connection, byte for byte as it is told to. */
export class RawClient implements Disposable {
  readonly #port: number
  readonly #observe: ((asked: TimedRequest) => void) | undefined
  #socket: Socket | undefined
  #isAsking = false
  /** Whether something arrived that nobody had asked for. */
  #isStray = false

  constructor(port: number, observe?: (asked: TimedRequest) => void) {
    this.#port = port
    this.#observe = observe
  }

  /** Rejects when there is no answer within ten seconds, none at all, or more than one. */
  async ask(request: RawRequest): Promise<RawResponse> {
    const isReused = this.#socket !== undefined
    const answer = await this.#try(request)
    // The shop may have closed a connection that was used before: only a fresh one tells.
    const settled = answer ?? (isReused ? await this.#try(request) : undefined)
    if (settled === undefined) throw new Error('The connection was closed without an answer.')
    return settled
  }

  async #try(request: RawRequest): Promise<RawResponse | undefined> {
    const socket = (this.#socket ??= await this.#connect())
    const reader = new ResponseReader({ isHead: request.method === 'HEAD' })
    if (this.#isStray) throw new Error('There was more than one answer to the request before.')
    const startedAt = performance.now()
    this.#isAsking = true
    const answer = await exchange(socket, written(request, this.#port), reader).finally(() => (this.#isAsking = false))
    const tookMs = performance.now() - startedAt
    if (answer) this.#observe?.({ request, status: answer.status, at: performance.timeOrigin + startedAt, tookMs })
    const isStream = answer?.headers.get('content-type') === 'text/event-stream'
    if (!isStream && reader.rest.length > 0) throw new Error('There was more than one answer.')
    if (isStream || !answer || answer.headers.get('connection') === 'close' || socket.readyState !== 'open') {
      this[Symbol.dispose]()
    }
    return answer
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: false })
    socket.on('error', () => undefined) // `close` comes after it.
    socket.on('data', () => (this.#isStray ||= this.#socket === socket && !this.#isAsking))
    await once(socket, 'connect')
    return socket
  }

  [Symbol.dispose](): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

function written({ method, target, headers = [], body }: RawRequest, port: number): Buffer {
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
  const impatience = setTimeout(() => reject(new Error(`No answer within ${patienceMs / 1_000} s.`)), patienceMs)
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
    clearTimeout(impatience)
    socket.off('data', hear).off('close', end)
  }
}
