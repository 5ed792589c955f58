import { once } from 'node:events'
import { connect, constants, createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'

/** How the message of a response starts when it has a document: with the tag of that field. (google/firestore/v1/firestore.proto) */
const documentTags = { Listen: 0x1a, RunQuery: 0x0a, BatchGetDocuments: 0x0a } as const

export type MethodName = 'Commit' | keyof typeof documentTags

export interface Fault {
  /** gRPC status code. */
  readonly code: number
  /** `before`: the call fails. `after`: the call succeeds, but its response is lost. */
  readonly when: 'before' | 'after'
}

/** A call that is passed on once this resolves. */
export interface HeldCall {
  readonly until: Promise<unknown>
}

/** A server on loopback that passes the calls of gRPC clients on, counts them, and makes them fail. */
export interface GrpcProxy extends AsyncDisposable {
  readonly host: string
  /** The number of calls of a method. */
  calls(method: MethodName): number
  /**
   * The number of documents that were delivered to clients. Google bills each as a read. What a listener gets again in the
   * same version is not counted: when a document leaves a limited query, Google's emulator resets its listeners and sends all
   * documents again (`TargetChange` `RESET`), while Google bills those that are added or updated.
   * (firebase.google.com/docs/firestore/pricing)
   */
  reads(): number
  /** Makes the next calls of a method fail, one per fault. `null`: this call succeeds. */
  fail(method: MethodName, faults: readonly (Fault | HeldCall | null)[]): void
  /** Closes all connections and refuses new ones. */
  stop(): void
  /** Listens again at the same address. */
  startAgain(): Promise<void>
}

/** @param target `host:port` of a gRPC server without TLS. */
export async function startGrpcProxy(target: string): Promise<GrpcProxy> {
  const calls = new Map<string, number>()
  const faults = new Map<string, (Fault | HeldCall | null)[]>()
  const sessions = new Set<ServerHttp2Session>()
  let reads = 0

  const server = createServer()
  server.on('session', (session) => {
    sessions.add(session)
    const upstream = connect(`http://${target}`)
    upstream.on('error', () => session.destroy())
    session.on('error', () => upstream.destroy())
    session.on('close', () => {
      sessions.delete(session)
      upstream.destroy()
    })
    session.on('stream', async (stream, headers) => {
      const method = String(headers[':path']).split('/').at(-1) ?? ''
      calls.set(method, (calls.get(method) ?? 0) + 1)
      const next = faults.get(method)?.shift() ?? null
      if (next !== null && 'until' in next) await next.until
      const fault = next !== null && 'code' in next ? next : undefined
      if (fault?.when === 'before') return fail(stream, fault)
      const { ':authority': _, connection: __, ...sent } = headers
      const call = upstream.request(sent)
      const abort = () => call.close(constants.NGHTTP2_CANCEL)
      call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
      // A stream that the server cancels ends without an error, and without the trailers that would end it here.
      call.on('close', () => {
        if (call.rstCode !== constants.NGHTTP2_NO_ERROR) stream.close(call.rstCode)
      })
      stream.on('error', abort).on('aborted', abort).pipe(call)
      if (fault !== undefined) return void call.resume().on('end', () => fail(stream, fault))
      call.on('response', ({ ':status': status, ...answer }, flags) => {
        const isLast = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
        stream.respond({ ':status': status, ...answer }, { endStream: isLast, waitForTrailers: !isLast })
      })
      call.on('trailers', (trailers) => stream.on('wantTrailers', () => stream.sendTrailers(trailers)))
      const delivered = new Set<string>()
      const onMessage = (message: Buffer) => {
        if (message[0] !== documentTags[method as keyof typeof documentTags]) return
        const content = message.toString('base64')
        if (method !== 'Listen' || !delivered.has(content)) reads++
        delivered.add(content)
      }
      const onMalformed = () => call.close(constants.NGHTTP2_PROTOCOL_ERROR)
      call.on('data', createMessageReader(onMessage, onMalformed)).pipe(stream)
    })
  })
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const stop = () => {
    server.close()
    for (const session of sessions) session.destroy()
  }
  return {
    host: `127.0.0.1:${port}`,
    calls: (method) => calls.get(method) ?? 0,
    reads: () => reads,
    fail: (method, next) => void faults.set(method, [...next]),
    stop,
    startAgain: async () => void (await listen(port)),
    [Symbol.asyncDispose]: async () => stop(),
  }
}

function fail(stream: ServerHttp2Stream, { code }: Fault): void {
  const answer = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(code) }
  stream.respond({ ...answer, 'grpc-message': 'A fault of this test.' }, { endStream: true })
}

/** Far more than any message of a test. */
const maxMessageBytes = 64 * 1024 * 1024

/**
 * Calls `onMessage` with each message of a stream: a flag, its length in 4 bytes, then the message. Google's emulator writes to
 * a stream from two threads at once and so may spoil these five bytes, after which a client waits for the rest of a message
 * that does not exist: docs/decisions/0050-listeners-without-an-answer.md.
 */
function createMessageReader(onMessage: (message: Buffer) => void, onMalformed: () => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0)
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 5) {
      const length = pending.readUInt32BE(1)
      if (pending.readUInt8(0) > 1 || length > maxMessageBytes) return onMalformed()
      const end = 5 + length
      if (pending.length < end) return
      onMessage(pending.subarray(5, end))
      pending = pending.subarray(end)
    }
  }
}
