import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

type Row = unknown[]

/** Prepares each statement once. Whole numbers are read as `bigint`. */
export class Statements {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  all<T extends Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql).all(...values) as unknown as T[]
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller knows the columns of its query.
  first<T extends Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#prepare(sql).get(...values) as unknown as T | undefined
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      statement.setReturnArrays(true)
      this.#prepared.set(sql, statement)
    }
    return statement
  }
}
