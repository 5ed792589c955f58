import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A picture that could be decoded, or why it could not. Sizes are in pixels, upright. */
export type MeasuredPicture =
  | { readonly type: string; readonly width: number; readonly height: number }
  | { readonly fault: 'not-readable' | 'damaged' }

const module = fileURLToPath(new URL('./measuring-process.ts', import.meta.url))

let last: Promise<unknown> = Promise.resolve()

/** Decodes a picture in a process of its own, which is there for this one; of several, one after the other. */
export function measurePicture(bytes: Uint8Array, patienceMs: number): Promise<MeasuredPicture> {
  const measuring = last.then(() => measureNow(bytes, patienceMs))
  last = measuring.catch(() => undefined)
  return measuring
}

/** A process that ends under a picture, or is still busy with it at the end of its time, has found one that is no good. */
async function measureNow(bytes: Uint8Array, patienceMs: number): Promise<MeasuredPicture> {
  const { promise, resolve, reject } = Promise.withResolvers<MeasuredPicture>()
  const giveUp = () => resolve({ fault: 'damaged' })
  // It is given no setting of the shop's: there are secrets among them, and it reads what strangers send.
  const child = fork(module, {
    execArgv: [],
    env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const timeout = setTimeout(giveUp, patienceMs)
  child
    .once('message', (measured) => resolve(measured as MeasuredPicture))
    .once('exit', giveUp)
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
