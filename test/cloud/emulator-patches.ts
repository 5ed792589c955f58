/** The used fields of google.firestore.v1.Write. */
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

/** The used fields of google.firestore.v1.StructuredQuery. */
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

/** Adds behaviour of Google's Firestore that the emulator lacks. */
export function patchEmulator(state: EmulatorState): void {
  patchQueries(state)
  patchWrites(state)
}

/** Queries leave out documents without a value for an ordered field. */
function patchQueries({ prototype }: EmulatorState): void {
  const runQuery = prototype.v1Query
  prototype.v1Query = function (this: EmulatorState['prototype'], parent, query) {
    const unlimited = Object.create(query, { has_limit: { value: false } }) as Query
    const found = runQuery.call(this, parent, unlimited)
    const paths = query.order_by.map(({ field }) => field.field_path).filter((path) => path !== '__name__')
    const ordered = found.filter((document) => paths.every((path) => document.getField(path) !== undefined))
    return query.has_limit ? ordered.slice(0, query.limit.value) : ordered
  }
}

/** FAILED_PRECONDITION of gRPC. */
const failedPrecondition = 9

/** Writes check their precondition, and delete fields. */
function patchWrites({ prototype }: EmulatorState): void {
  const write = prototype.writeV1Document
  prototype.writeV1Document = function (this: EmulatorState['prototype'], date, pending) {
    checkUpdateTime(pending, this)
    // A field in the mask without a value is deleted.
    const missing = (pending.update_mask?.field_paths ?? []).filter((path) => !pending.update.fields.has(path))
    if (pending.has_update && missing.length > 0) {
      const document = this.getDocument(pending.update.name)
      const kept = Object.entries(document.fields).filter(([path]) => !missing.includes(path))
      document.fields = Object.fromEntries(kept)
    }
    return write.call(this, date, pending)
  }

  /** A write with an `update_time` applies only if the document was last written at that time. */
  function checkUpdateTime(pending: Write, state: EmulatorState['prototype']): void {
    const time = pending.has_current_document ? pending.current_document.update_time : undefined
    if (time === undefined || pending.current_document.has_update_time !== true) return
    const { updatedAt } = state.getDocument(pending.has_delete ? pending.delete : pending.update.name).metadata
    if (updatedAt?.getTime() === time.seconds * 1_000 + Math.floor(time.nanos / 1_000_000)) return
    throw createStaleError(state)
  }

  /** The emulator sends the code of its own error class only: deletes a missing document to get such an error. */
  function createStaleError(state: EmulatorState['prototype']): unknown {
    try {
      const missingDocument = 'projects/none/databases/none/documents/none/none'
      const impossible = { has_delete: true, delete: missingDocument, has_update: false, has_current_document: true }
      write.call(state, new Date(), { ...impossible, current_document: { has_exists: true, exists: true } } as Write)
    } catch (error) {
      return Object.assign(error as Error, { code: failedPrecondition })
    }
    throw new Error('The emulator reported success for the deletion of a missing document.')
  }
}
