import { describeError } from '../../messages/describe-error.ts'

/**
 * Commands of the process that has locked the data folder, by name. Input, not yet validated, and output are JSON.
 *
 * @throws IdentityError, ZodError when a command is refused.
 */
export type AdminCommands = ReadonlyMap<string, (input: unknown) => Promise<object>>

/** A command sent to the shop. */
export interface AdminRequest {
  readonly command: string
  readonly input: unknown
}

/** The response: the command's result, or why it failed, for people. */
export type AdminResponse = { readonly answer: object } | { readonly problem: string }

/** Runs a command. Never throws: the owner gets the reason of a failure. */
export async function runAdminCommand(commands: AdminCommands, request: AdminRequest): Promise<AdminResponse> {
  const command = commands.get(request.command)
  if (command === undefined) return { problem: `This shop does not know the command "${request.command}".` }
  try {
    return { answer: await command(request.input) }
  } catch (error) {
    return { problem: describeError(error) }
  }
}
