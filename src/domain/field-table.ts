import type { Problem } from './invalid-input.ts'

/** A value that a client sent, or what is wrong with it. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: Problem }

/** A stored value. `isFault`: it was invalid, and left out or cut. */
export interface Read<Value> {
  readonly value: Value
  readonly isFault: boolean
}

/** Everything that a field decides: the rest is derived from the table that it is a row of. */
export interface Field<Value, Request = Value> {
  /** The value where nothing is said. */
  readonly absent: Value & Request
  /** Whether only owners may see it: it is not exported unless they ask for it, and in Firestore it has a document of its own. */
  readonly isPrivate?: boolean
  /** Parses what a client sends: a form's text, or a JSON value. */
  parse(input: unknown): Parsed<Request>
  /** Reads a stored value, which another program may have written. */
  read(stored: unknown): Read<Value>
  /** The form's text, empty for no value. Values with the same text are the same. */
  format(value: Value): string
}

/** Fields by name. */
export type FieldTable = Readonly<Record<string, Field<unknown>>>

/** The values of all fields of a table. */
export type ValuesOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>['value']
}

/** The same as clients send them. */
export type RequestOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: Extract<ReturnType<Table[Name]['parse']>, { value: unknown }>['value']
}

/** Some values of a table, such as a change of them. */
type Given<Table extends FieldTable> = Partial<ValuesOf<Table>>

export function absentValues<Table extends FieldTable>(table: Table): ValuesOf<Table> {
  return mapFields(table, ({ absent }) => absent) as ValuesOf<Table>
}

/** Parses all fields. Those with a problem get their absent value. */
export function parseFields<Table extends FieldTable>(table: Table, given: object) {
  const problems = new Map<string, Problem>()
  const values = mapFields(table, (field, name) => {
    const parsed = field.parse((given as Record<string, unknown>)[name])
    if ('value' in parsed) return parsed.value
    problems.set(name, parsed.problem)
    return field.absent
  })
  return { values: values as RequestOf<Table>, problems }
}

/** Reads all fields. `faults` has the names of those that were invalid. */
export function readFields<Table extends FieldTable>(table: Table, stored: object) {
  const faults: string[] = []
  const values = mapFields(table, (field, name) => {
    const { value, isFault } = field.read((stored as Record<string, unknown>)[name])
    if (isFault) faults.push(name)
    return value
  })
  return { values: values as ValuesOf<Table>, faults }
}

/** All fields as a form has them. */
export function formatFields<Table extends FieldTable>(table: Table, values: ValuesOf<Table>) {
  return mapFields(table, (field, name) => field.format(values[name])) as Record<keyof Table, string>
}

/** Whether the values that are given are the same. */
export function hasSameFields<Table extends FieldTable>(table: Table, values: ValuesOf<Table>, given: Given<Table>) {
  return Object.entries(table).every(
    ([name, field]) => given[name] === undefined || field.format(given[name]) === field.format(values[name]),
  )
}

function mapFields(table: FieldTable, toValue: (field: Field<unknown>, name: string) => unknown) {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(table)) values[name] = toValue(field, name)
  return values
}
