import type { BrowserMessages } from '../../src/messages/english-browser.ts'

/** An error that this app describes itself, in the page's language. */
export class LocalizedError extends Error {
  override name = 'LocalizedError'
  readonly describe: (messages: BrowserMessages) => string

  constructor(describe: LocalizedError['describe'], options?: ErrorOptions) {
    super(undefined, options)
    this.describe = describe
  }
}

/** Fields of a form cannot be saved as they are. */
export class FieldsError extends Error {
  /** What is wrong with each field, by its name. */
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, fields: FieldsError['fields']) {
    super(message)
    this.fields = fields
  }
}

/** The shop refused fields that the form accepts, or a photo could not be uploaded. */
export class RefusedFieldsError extends FieldsError {}

/** What the user is told about an error. Errors from the API have a message from the server. */
export function errorMessage(error: unknown, messages: BrowserMessages): string {
  return error instanceof LocalizedError ? error.describe(messages) : (error as Error).message
}
