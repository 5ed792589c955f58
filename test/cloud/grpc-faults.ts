/** What answers one method of a gRPC server. */
export interface Handler {
  func: (call: Call, done?: (error: object | null, answer?: unknown) => void) => void
}

interface Call {
  readonly cancelled: boolean
  write(message: Message): boolean
  emit(event: 'error', error: object): boolean
}

/** Messages that may carry a document. (google/firestore/v1/firestore.proto) */
interface Message {
  readonly document_change?: { readonly document: Document } | null
  readonly has_document?: boolean
  readonly has_found?: boolean
}

interface Document {
  readonly name: string
  readonly update_time: { readonly seconds: number; readonly nanos: number }
}

export type MethodName = 'Commit' | 'Listen' | 'RunQuery' | 'BatchGetDocuments'

export interface Fault {
  /** gRPC's. */
  readonly code: number
  /** `after`: what was asked for is done, and the answer is lost. */
  readonly when: 'before' | 'after'
}

/** What can be seen and done from outside while clients call. */
export interface CallControl {
  /** How often a method was called. */
  calls(method: MethodName): number
  /**
   * How many documents were read, as Google's price list counts: by a listener, those that came or changed. (The
   * emulator sends all of them again at each change.)
   */
  reads(): number
  /** Each of the next calls of a method meets one of these; those after them succeed. */
  fail(method: MethodName, faults: readonly Fault[]): void
}

/** Puts itself before each method of the server. */
export function interceptCalls(handlers: Map<string, Handler>): CallControl {
  const counts = new Map<MethodName, number>()
  const waiting = new Map<MethodName, Fault[]>()
  let reads = 0

  const intercept = (method: MethodName) => {
    const handler = handlers.get(`/google.firestore.v1.Firestore/${method}`)
    if (handler === undefined) throw new Error(`The emulator does not offer ${method}.`)
    const { func } = handler
    handler.func = (call, done) => {
      counts.set(method, (counts.get(method) ?? 0) + 1)
      const fault = waiting.get(method)?.shift()
      const error = { code: fault?.code, details: 'Asked for by the test.' }
      const fail = () => (done === undefined ? call.emit('error', error) : done(error))
      if (fault?.when === 'before') return void fail()
      const write = call.write?.bind(call)
      const listened = new Set<string>()
      call.write = (message) => {
        if (message.has_document || message.has_found) reads++
        const { name, update_time: time } = message.document_change?.document ?? {}
        const version = `${name} ${time?.seconds} ${time?.nanos}`
        if (name !== undefined && !call.cancelled && !listened.has(version)) {
          listened.add(version)
          reads++
        }
        return write(message)
      }
      func(call, fault === undefined ? done : () => void fail())
    }
  }
  for (const method of ['Commit', 'Listen', 'RunQuery', 'BatchGetDocuments'] as const) intercept(method)

  return {
    calls: (method) => counts.get(method) ?? 0,
    reads: () => reads,
    fail: (method, faults) => void waiting.set(method, [...faults]),
  }
}
