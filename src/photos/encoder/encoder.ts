import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { EncodedPhoto } from './encode.ts'
import { refusal } from './photo-fault.ts'
import type { PhotoFault } from './photo-fault.ts'
import { busy, createTurns } from './queue.ts'

/** What the encoder's process is asked. */
export interface EncoderRequest {
  readonly path: string
  /** What the file must be, in hexadecimal digits; anything if left out. */
  readonly sha256: string | undefined
}

export type EncoderAnswer =
  | { readonly photo: EncodedPhoto; readonly sha256: string }
  | { readonly fault: PhotoFault }
  | { readonly failure: string }

/** Makes the files of photos, one photo at a time, beside everything else. */
export interface Encoder {
  /**
   * The files of the photo in a file, and the SHA-256 of what was sent. It waits for its turn.
   *
   * @param sha256 what the file must be; anything if left out.
   * @param account who sent it, and from which network: nobody can take all the places in the queue.
   * @throws ShopError `invalid-photo` or `unsupported-photo` for what is no good; and as `Turns.take`.
   */
  encode(
    path: string,
    sha256?: string,
    account?: string,
    network?: string,
  ): Promise<{ photo: EncodedPhoto; sha256: string }>
  /** Ends the process. What was not done by then is refused. */
  close(): Promise<void>
}

export interface EncoderOptions {
  /** A photo that takes longer is given up, and the process with it. */
  readonly timeoutMs?: number
  /** The process, some 200 MB, ends when nobody needed it for so long. */
  readonly idleMs?: number
}

const module = fileURLToPath(new URL('./encoder-process.ts', import.meta.url))

/** The process starts with the first photo. */
export function createEncoder({ timeoutMs = 60_000, idleMs = 60_000 }: EncoderOptions = {}): Encoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const turns = createTurns()
  let isClosed = false as boolean

  const end = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  const take = async (request: EncoderRequest) => {
    if (isClosed) throw busy()
    clearTimeout(idle)
    if (child?.connected !== true) child = start()
    try {
      return await ask(child, request, timeoutMs)
    } catch (error) {
      await end()
      throw isClosed ? busy() : error
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref()
    }
  }
  return {
    async encode(path, sha256, account, network) {
      return read(await turns.take({ account, network }, () => take({ path, sha256 })))
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
      await turns.settled()
    },
  }
}

/** It is given no setting of the shop's: there are secrets among them, and it reads what strangers send. */
function start(): ChildProcess {
  return fork(module, {
    execArgv: [],
    // One thought at a time, in one heap: half the memory, for the same time. (measured)
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/**
 * The process's answer. One that ends under a photo, or is still busy with it at the end of its time, has found a photo
 * that is no good.
 */
async function ask(child: ChildProcess, request: EncoderRequest, timeoutMs: number): Promise<EncoderAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EncoderAnswer>()
  const giveUp = () => reject(refusal('too-hard'))
  const answered = (answer: unknown) => resolve(answer as EncoderAnswer)
  const timeout = setTimeout(giveUp, timeoutMs)
  child.once('message', answered).once('exit', giveUp).once('error', reject)
  child.send(request, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    child.off('message', answered).off('exit', giveUp).off('error', reject)
  }
}

function read(answer: EncoderAnswer): { photo: EncodedPhoto; sha256: string } {
  if ('fault' in answer) throw refusal(answer.fault)
  if ('failure' in answer) throw new ShopError('internal', problems.internal, { cause: answer.failure })
  return answer
}
