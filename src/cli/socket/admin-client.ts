import { hash } from 'node:crypto'
import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

import { RefusedError } from '../command.ts'

/** A command of `createAdminApi`. */
export interface AdminRequest {
  readonly command: string
  readonly input: object
}

/** For commands that take long. */
export interface CommandOptions {
  /** Stops the command. */
  readonly signal?: AbortSignal | undefined
  /** Called with the progress of the command, which is JSON. */
  readonly report?: ((progress: object) => void) | undefined
}

/**
 * Sends a command to the shop that runs on a data folder; `undefined` when none runs or it cannot be reached.
 *
 * @param folder absolute.
 * @throws RefusedError when the shop refuses the command, or stops before it responds; the reason of `signal`, and the shop
 *   stops the command.
 */
export async function sendToRunningShop<T extends object>(
  folder: string,
  { command, input }: AdminRequest,
  { signal, report }: CommandOptions = {},
): Promise<T | undefined> {
  try {
    const body = JSON.stringify(input)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
    const options = { socketPath: adminSocketPath(folder), path: `/${command}`, method: 'POST', agent: false, headers }
    const request = sendRequest({ ...options, ...(signal && { signal }) }).end(body)
    request.on('error', () => {}) // After the response, its body fails, too.
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return await readAnswer<T>(response, report)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof RefusedError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'EINVAL', 'ENAMETOOLONG'].includes(code)) return undefined
    const why = `The shop that runs on ${folder} did not answer (${message}).`
    throw new RefusedError(`${why} If it is another version than this command, start it again.`, { cause: error })
  }
}

/**
 * The answer of `createAdminApi`.
 *
 * @throws RefusedError with the reason when the command was refused.
 */
export async function readAnswer<T extends object>(
  body: AsyncIterable<Uint8Array>,
  report: CommandOptions['report'],
): Promise<T> {
  for await (const line of readLines(body)) {
    const message = JSON.parse(line) as { progress: object } | { error: { message: string } } | T
    if ('error' in message) throw new RefusedError(message.error.message)
    if (!('progress' in message)) return message
    report?.(message.progress)
  }
  throw new RefusedError('The shop stopped before it answered.')
}

/** The lines of a text; the last one may have no line break. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/**
 * The path of the admin socket of a data folder: a Unix domain socket in it, or on Windows a named pipe. Any process
 * that can access the folder can control the shop.
 *
 * @param folder absolute.
 */
export function adminSocketPath(folder: string, platform = process.platform): string {
  if (platform !== 'win32') return join(folder, 'admin.sock')
  // Only their own user and administrators can write to Node's pipes.
  return `\\\\.\\pipe\\shop-${hash('sha256', folder.toLowerCase()).slice(0, 32)}`
}
