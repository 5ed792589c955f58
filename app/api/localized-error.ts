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

/** What the user is told about an error. Errors from the API have a message from the server. */
export function errorMessage(error: unknown, messages: BrowserMessages): string {
  return error instanceof LocalizedError ? error.describe(messages) : (error as Error).message
}
