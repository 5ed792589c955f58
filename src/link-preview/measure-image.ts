import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A decoded image, or why it could not be decoded. Sizes are in pixels, upright. */
export type MeasuredImage =
  | { readonly type: string; readonly width: number; readonly height: number }
  | { readonly fault: 'not-readable' | 'damaged' }

const module = fileURLToPath(new URL('./measure-image-process.ts', import.meta.url))

let last: Promise<unknown> = Promise.resolve()

/** Decodes an image in a separate process, one image at a time. */
export function measureImage(bytes: Uint8Array, timeoutMs: number): Promise<MeasuredImage> {
  const measuring = last.then(() => measureNow(bytes, timeoutMs))
  last = measuring.catch(() => undefined)
  return measuring
}

/** An image that crashes the process or times out counts as damaged. */
async function measureNow(bytes: Uint8Array, timeoutMs: number): Promise<MeasuredImage> {
  const { promise, resolve, reject } = Promise.withResolvers<MeasuredImage>()
  const fail = () => resolve({ fault: 'damaged' })
  // Without the shop's settings: some are secrets, and this reads untrusted files.
  const child = fork(module, {
    execArgv: [],
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const timeout = setTimeout(fail, timeoutMs)
  child
    .once('message', (measured) => resolve(measured as MeasuredImage))
    .once('exit', fail)
    .once('error', reject)
  child.send(bytes, (error) => error && reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    child.kill('SIGKILL')
    await exit
  }
}
