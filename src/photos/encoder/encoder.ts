import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { ShopError } from '../../domain/errors.ts'
import { photoRules, problems } from '../../domain/messages.ts'
import type { EncodedPhoto } from './encode.ts'
import { refusal } from './photo-fault.ts'
import type { PhotoFault } from './photo-fault.ts'

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
   * @param account who sent it: nobody can take all the places in the queue.
   * @throws ShopError `invalid-photo` or `unsupported-photo` for what is no good; `photos-busy` when too many wait,
   *   `too-many-requests` when too many of this account do.
   */
  encode(path: string, sha256?: string, account?: string): Promise<{ photo: EncodedPhoto; sha256: string }>
  /** Ends the process. What was not done by then is refused. */
  close(): Promise<void>
}

export interface EncoderOptions {
  /** A photo that takes longer is given up, and the process with it. */
  readonly timeoutMs?: number
  /** The process, some 200 MB, ends when nobody needed it for so long. */
  readonly idleMs?: number
}

const maxWaiting = { all: 50, byAccount: 10 }
const module = fileURLToPath(new URL('./encoder-process.ts', import.meta.url))

/** The process starts with the first photo. */
export function createEncoder({ timeoutMs = 60_000, idleMs = 60_000 }: EncoderOptions = {}): Encoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** Who sent each of the photos that wait or are being encoded. */
  const waiting: (string | undefined)[] = []
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
    async encode(path, sha256, account) {
      refuseTooMany(waiting, account)
      waiting.push(account)
      const leave = () => waiting.splice(waiting.indexOf(account), 1)
      const turn = last.then(() => take({ path, sha256 })).finally(leave)
      last = turn.catch(() => undefined)
      return read(await turn)
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
      await last
    },
  }
}

function refuseTooMany(waiting: readonly (string | undefined)[], account: string | undefined): void {
  const ofAccount = account === undefined ? 0 : waiting.filter((other) => other === account).length
  if (ofAccount >= maxWaiting.byAccount) {
    throw new ShopError('too-many-requests', photoRules.tooManyUploads, { retryAfterSeconds: 10 })
  }
  if (waiting.length >= maxWaiting.all) throw busy()
}

function busy(): ShopError {
  return new ShopError('photos-busy', photoRules.busy, { retryAfterSeconds: 10 })
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
