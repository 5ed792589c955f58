import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import type { EncodedPhoto } from './encode.ts'
import { busy, createEncodingQueue } from './encoding-queue.ts'
import { refusal, type PhotoFault } from './photo-fault.ts'

/** A message to the encoder's process. */
export interface EncoderRequest {
  readonly path: string
  /** Expected SHA-256 of the file, in hexadecimal; any if omitted. */
  readonly sha256: string | undefined
}

export type EncoderResponse =
  | { readonly photo: EncodedPhoto; readonly sha256: string }
  | { readonly fault: PhotoFault }
  | { readonly failure: string }

/** Encodes photos, one at a time, in a separate process. */
export interface Encoder {
  /**
   * Encodes the photo in a file, after those ahead of it in the queue. Returns its files and the SHA-256 of the
   * original.
   *
   * @param sha256 expected digest of the file; any if omitted.
   * @param account the sender's account, for the limits of the queue; `network` likewise.
   * @throws ShopError `invalid-photo` or `unsupported-photo`; and as `EncodingQueue.run`.
   */
  encode(
    path: string,
    sha256?: string,
    account?: string,
    network?: string,
  ): Promise<{ photo: EncodedPhoto; sha256: string }>
  /** Ends the process. Queued photos are refused. */
  close(): Promise<void>
}

export interface EncoderOptions {
  /** Timeout for one photo; the process is killed then. */
  readonly timeoutMs?: number
  /** Idle time after which the process, which takes about 200 MB, ends. */
  readonly idleMs?: number
}

const module = fileURLToPath(new URL('./encoder-process.ts', import.meta.url))

/** The process starts with the first photo. */
export function createEncoder({ timeoutMs = 60_000, idleMs = 60_000 }: EncoderOptions = {}): Encoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const queue = createEncodingQueue()
  let isClosed = false as boolean

  const end = async () => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  const encodeNow = async (request: EncoderRequest) => {
    if (isClosed) throw busy()
    clearTimeout(idle)
    if (child?.connected !== true) child = startProcess()
    try {
      return await sendRequest(child, request, timeoutMs)
    } catch (error) {
      await end()
      throw isClosed ? busy() : error
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref()
    }
  }
  return {
    async encode(path, sha256, account, network) {
      return readResponse(await queue.run({ account, network }, () => encodeNow({ path, sha256 })))
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
      await queue.onIdle()
    },
  }
}

/** Starts it without the shop's settings: some are secrets, and it reads untrusted files. */
function startProcess(): ChildProcess {
  return fork(module, {
    execArgv: [],
    // One malloc arena, one libuv thread: half the memory at the same speed (measured).
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** Sends a request and returns the response. If the process dies or times out, the photo is refused as too hard. */
async function sendRequest(child: ChildProcess, request: EncoderRequest, timeoutMs: number): Promise<EncoderResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<EncoderResponse>()
  const fail = () => reject(refusal('too-hard'))
  const answered = (answer: unknown) => resolve(answer as EncoderResponse)
  const timeout = setTimeout(fail, timeoutMs)
  child.once('message', answered).once('exit', fail).once('error', reject)
  child.send(request, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    child.off('message', answered).off('exit', fail).off('error', reject)
  }
}

function readResponse(answer: EncoderResponse): { photo: EncodedPhoto; sha256: string } {
  if ('fault' in answer) throw refusal(answer.fault)
  if ('failure' in answer) throw new ShopError('internal', problems.internal, { cause: answer.failure })
  return answer
}
