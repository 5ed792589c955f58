/** Writes one line with fields, or a line alone. A logger of pino is one. */
interface WriteLine {
  (fields: object, message: string): void
  (message: string): void
}

/** Where the service logs. Nothing that is logged holds a password, a token or a code. */
export interface Log {
  readonly info: WriteLine
  readonly warn: WriteLine
  readonly error: WriteLine
}
