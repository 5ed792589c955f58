import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import pLimit from 'p-limit'

import type { MeasuredImage } from './decode.ts'
import type { EncodedPhoto } from './encode.ts'
import { PhotoFaultError } from './photo-fault.ts'
import type { PhotoFault } from './refusal.ts'

/** A photo's file to encode; `sha256` is its expected digest, in hexadecimal; any if omitted. */
export interface EncodeRequest {
  readonly path: string
  readonly sha256: string | undefined
}

export interface EncodeResult {
  readonly photo: EncodedPhoto
  readonly sha256: string
}

/** A message to the process: a photo's file to encode, or an image to measure. */
export type ImageRequest = EncodeRequest | Uint8Array

/** Its response. */
export type ImageResponse =
  | { readonly result: EncodeResult | MeasuredImage }
  | { readonly fault: PhotoFault }
  | { readonly failure: string }

const main = fileURLToPath(new URL('./image-process-main.ts', import.meta.url))

/**
 * A separate process for untrusted images, one at a time. It starts with the first image.
 *
 * Its methods throw PhotoFaultError when the image is refused (as `too-hard` if the process dies or is killed after
 * `timeoutMs`, as `out-of-memory` if the system kills it), and Error when something else fails.
 */
export class ImageProcess {
  readonly #idleMs: number
  readonly #limit = pLimit(1)
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param idleMs after which the process, which takes about 200 MB, ends. */
  constructor(idleMs: number) {
    this.#idleMs = idleMs
  }

  async encode(request: EncodeRequest, timeoutMs: number): Promise<EncodeResult> {
    return (await this.#run(request, timeoutMs)) as EncodeResult
  }

  async measure(image: Uint8Array, timeoutMs: number): Promise<MeasuredImage> {
    return (await this.#run(image, timeoutMs)) as MeasuredImage
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

  async #run(request: ImageRequest, timeoutMs: number): Promise<EncodeResult | MeasuredImage> {
    const response = await this.#limit(() => this.#send(request, timeoutMs))
    if ('fault' in response) throw new PhotoFaultError(response.fault)
    if ('failure' in response) throw new Error(response.failure)
    return response.result
  }

  async #send(request: ImageRequest, timeoutMs: number): Promise<ImageResponse> {
    clearTimeout(this.#idle)
    if (this.#child?.connected !== true) this.#child = start()
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<ImageResponse>()
    const fail = () => reject(new PhotoFaultError('too-hard'))
    const exited = (_: number | null, signal: NodeJS.Signals | null) =>
      reject(new PhotoFaultError(signal === 'SIGKILL' ? 'out-of-memory' : 'too-hard'))
    const answered = (response: unknown) => resolve(response as ImageResponse)
    const timeout = setTimeout(fail, timeoutMs)
    child.once('message', answered).once('exit', exited).once('error', reject)
    try {
      // One that could not be started has no channel: its 'error' follows.
      if (child.connected) child.send(request, (error) => error && reject(error))
      return await promise
    } catch (error) {
      await this.end()
      throw error
    } finally {
      clearTimeout(timeout)
      child.off('message', answered).off('exit', exited).off('error', reject)
      this.#idle = setTimeout(() => void this.end(), this.#idleMs).unref()
    }
  }
}

/** Starts it without the shop's settings: some are secrets, and it reads untrusted files. */
function start(): ChildProcess {
  // A release brings a library that Node needs.
  const { LD_LIBRARY_PATH, NODE_COMPILE_CACHE } = process.env
  return fork(main, {
    execArgv: [],
    // One malloc arena, one libuv thread: half the memory at the same speed (measured).
    // Warnings of libvips about a picture would be lines in the log that are no JSON.
    env: {
      ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }),
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      MALLOC_ARENA_MAX: '1',
      UV_THREADPOOL_SIZE: '1',
      VIPS_WARNING: '0',
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
