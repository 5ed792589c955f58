import { describeError } from '../../messages/describe-error.ts'

/**
 * What the command line can have done by whoever holds the data folder, by name: from fields, not yet checked, to the
 * answer; both are JSON.
 *
 * @throws IdentityError, ZodError when the answer is no.
 */
export type AdminCommands = ReadonlyMap<string, (input: unknown) => Promise<object>>

/** A command as it goes to the shop. */
export interface AdminRequest {
  readonly command: string
  readonly input: unknown
}

/** What comes back: the command's answer, or why there is none, for people. */
export type AdminAnswer = { readonly answer: object } | { readonly problem: string }

/** Does what a request asks for. Never throws: whoever asked runs this shop, and is told what went wrong. */
export async function answerAdmin(commands: AdminCommands, request: AdminRequest): Promise<AdminAnswer> {
  const command = commands.get(request.command)
  if (command === undefined) return { problem: `This shop knows no command "${request.command}".` }
  try {
    return { answer: await command(request.input) }
  } catch (error) {
    return { problem: describeError(error) }
  }
}
