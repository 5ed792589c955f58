import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import pLimit from 'p-limit'

import type { MeasuredImage } from './decode.ts'
import type { EncodedPhoto } from './encode.ts'
import { PhotoFaultError, type PhotoFault } from './photo-fault.ts'

/** The requests to the process, and their results. */
export interface ImageTasks {
  /** `sha256`: the expected digest of the file, in hexadecimal; any if omitted. */
  encode: { input: { path: string; sha256: string | undefined }; result: { photo: EncodedPhoto; sha256: string } }
  measure: { input: { bytes: Uint8Array }; result: MeasuredImage }
}

export type ImageTask = keyof ImageTasks

/** A message to the process. */
export type ImageRequest = { [Task in ImageTask]: { readonly task: Task } & ImageTasks[Task]['input'] }[ImageTask]

/** Its response. */
export type ImageResponse<Task extends ImageTask = ImageTask> =
  | { readonly result: ImageTasks[Task]['result'] }
  | { readonly fault: PhotoFault }
  | { readonly failure: string }

const main = fileURLToPath(new URL('./image-process-main.ts', import.meta.url))

/** A separate process for untrusted images, one at a time. It starts with the first image. */
export class ImageProcess {
  readonly #idleMs: number
  readonly #inTurn = pLimit(1)
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param idleMs after which the process, which takes about 200 MB, ends. */
  constructor(idleMs: number) {
    this.#idleMs = idleMs
  }

  /**
   * @param timeoutMs for this image; the process is killed then.
   * @throws PhotoFaultError when the image is refused; as `too-hard` if the process dies or times out. Error when
   *   something else fails.
   */
  async run<Task extends ImageTask>(
    task: Task,
    input: ImageTasks[Task]['input'],
    timeoutMs: number,
  ): Promise<ImageTasks[Task]['result']> {
    const response = await this.#inTurn(() => this.#send<Task>({ task, ...input } as ImageRequest, timeoutMs))
    if ('fault' in response) throw new PhotoFaultError(response.fault)
    if ('failure' in response) throw new Error(response.failure)
    return response.result
  }

  /** Ends the process; an image in progress is refused. */
  async end(): Promise<void> {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async #send<Task extends ImageTask>(request: ImageRequest, timeoutMs: number): Promise<ImageResponse<Task>> {
    clearTimeout(this.#idle)
    if (this.#child?.connected !== true) this.#child = start()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<ImageResponse<Task>>()
    const fail = () => reject(new PhotoFaultError('too-hard'))
    const answered = (response: unknown) => resolve(response as ImageResponse<Task>)
    const timeout = setTimeout(fail, timeoutMs)
    child.once('message', answered).once('exit', fail).once('error', reject)
    child.send(request, (error) => error && reject(error))
    try {
      return await promise
    } catch (error) {
      await this.end()
      throw error
    } finally {
      clearTimeout(timeout)
      child.off('message', answered).off('exit', fail).off('error', reject)
      this.#idle = setTimeout(() => void this.end(), this.#idleMs).unref()
    }
  }
}

/** Starts it without the shop's settings: some are secrets, and it reads untrusted files. */
function start(): ChildProcess {
  return fork(main, {
    execArgv: [],
    // One malloc arena, one libuv thread: half the memory at the same speed (measured).
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
