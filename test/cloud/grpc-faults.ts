/** The handler of one method of a gRPC server. */
export interface Handler {
  func: (call: Call, done?: (error: object | null, answer?: unknown) => void) => void
}

interface Call {
  readonly cancelled: boolean
  write(message: Message): boolean
  emit(event: 'error', error: object): boolean
}

/** Response messages that may contain a document. (google/firestore/v1/firestore.proto) */
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
  /** gRPC status code. */
  readonly code: number
  /** `before`: the call fails. `after`: the call succeeds, but its response is lost. */
  readonly when: 'before' | 'after'
}

/** Counts calls and makes them fail. */
export interface CallControl {
  /** The number of calls of a method. */
  calls(method: MethodName): number
  /**
   * The number of document reads as Google bills them: a listener reads documents that are new or changed. (The
   * emulator sends all documents again at each change; repeats are not counted.)
   */
  reads(): number
  /** Makes the next calls of a method fail, one per fault. */
  fail(method: MethodName, faults: readonly Fault[]): void
}

/** Wraps the handlers of the server. */
export function interceptCalls(handlers: Map<string, Handler>): CallControl {
  const counts = new Map<MethodName, number>()
  const pendingFaults = new Map<MethodName, Fault[]>()
  let reads = 0

  const intercept = (method: MethodName) => {
    const handler = handlers.get(`/google.firestore.v1.Firestore/${method}`)
    if (handler === undefined) throw new Error(`The emulator does not offer ${method}.`)
    const { func } = handler
    handler.func = (call, done) => {
      counts.set(method, (counts.get(method) ?? 0) + 1)
      const fault = pendingFaults.get(method)?.shift()
      const error = { code: fault?.code, details: 'A fault of this test.' }
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
    fail: (method, faults) => void pendingFaults.set(method, [...faults]),
  }
}
