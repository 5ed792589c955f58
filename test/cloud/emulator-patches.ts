/** What is used of a write of Firestore's wire protocol (google.firestore.v1.Write). */
interface Write {
  readonly has_delete: boolean
  readonly delete: string
  readonly has_update: boolean
  readonly update: { readonly name: string; readonly fields: ReadonlyMap<string, unknown> }
  readonly update_mask?: { readonly field_paths: readonly string[] }
  readonly has_current_document: boolean
  readonly current_document: {
    readonly has_exists?: boolean
    readonly exists?: boolean
    readonly has_update_time?: boolean
    readonly update_time?: { readonly seconds: number; readonly nanos: number }
  }
}

/** What is used of a query. (google.firestore.v1.StructuredQuery) */
interface Query {
  readonly order_by: readonly { readonly field: { readonly field_path: string } }[]
  readonly has_limit: boolean
  readonly limit: { readonly value: number }
}

interface Document {
  getField(path: string): unknown
  fields: Readonly<Record<string, unknown>>
  readonly metadata: { readonly updatedAt: Date | null }
}

/** The emulator's documents. */
export interface EmulatorState {
  readonly prototype: {
    readonly getDocument: (this: EmulatorState['prototype'], name: string) => Document
    writeV1Document: (this: EmulatorState['prototype'], date: Date, write: Write) => unknown
    v1Query: (this: EmulatorState['prototype'], parent: string, query: Query) => Document[]
  }
}

/** Gives the emulator what Google's Firestore does and it does not. */
export function completeEmulator(state: EmulatorState): void {
  completeQueries(state)
  completeWrites(state)
}

/** Has it leave out what has no value to order by. */
function completeQueries({ prototype }: EmulatorState): void {
  const ask = prototype.v1Query
  prototype.v1Query = function (this: EmulatorState['prototype'], parent, query) {
    const unlimited = Object.create(query, { has_limit: { value: false } }) as Query
    const found = ask.call(this, parent, unlimited)
    const paths = query.order_by.map(({ field }) => field.field_path).filter((path) => path !== '__name__')
    const ordered = found.filter((document) => paths.every((path) => document.getField(path) !== undefined))
    return query.has_limit ? ordered.slice(0, query.limit.value) : ordered
  }
}

/** FAILED_PRECONDITION of gRPC. */
const failedPrecondition = 9

/** Has it refuse what is out of date, and take out fields. */
function completeWrites({ prototype }: EmulatorState): void {
  const write = prototype.writeV1Document
  prototype.writeV1Document = function (this: EmulatorState['prototype'], date, wanted) {
    refuseStale(wanted, this)
    // A field that the mask names and the document has not is taken out.
    const missing = (wanted.update_mask?.field_paths ?? []).filter((path) => !wanted.update.fields.has(path))
    if (wanted.has_update && missing.length > 0) {
      const document = this.getDocument(wanted.update.name)
      const kept = Object.entries(document.fields).filter(([path]) => !missing.includes(path))
      document.fields = Object.fromEntries(kept)
    }
    return write.call(this, date, wanted)
  }

  /** A write that names the time at which a document was last written is for that document alone. */
  function refuseStale(wanted: Write, state: EmulatorState['prototype']): void {
    const time = wanted.has_current_document ? wanted.current_document.update_time : undefined
    if (time === undefined || wanted.current_document.has_update_time !== true) return
    const { updatedAt } = state.getDocument(wanted.has_delete ? wanted.delete : wanted.update.name).metadata
    if (updatedAt?.getTime() === time.seconds * 1_000 + Math.floor(time.nanos / 1_000_000)) return
    throw toRefusal(state)
  }

  /** The emulator answers with the code of errors of its own class alone: one is got by deleting what is not there. */
  function toRefusal(state: EmulatorState['prototype']): unknown {
    try {
      const nothing = 'projects/none/databases/none/documents/none/none'
      const impossible = { has_delete: true, delete: nothing, has_update: false, has_current_document: true }
      write.call(state, new Date(), { ...impossible, current_document: { has_exists: true, exists: true } } as Write)
    } catch (error) {
      return Object.assign(error as Error, { code: failedPrecondition })
    }
    throw new Error('The emulator has deleted nothing, and says that it did.')
  }
}
