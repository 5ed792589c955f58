import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { findFreePort } from '../free-ports.ts'
import { createClient } from './client.ts'

/** A running shop. */
export interface RunningShop {
  readonly origin: string
  /** Closes it if it was started here. */
  close(): Promise<void>
}

/** The shop cannot be started; `message` is its reason. */
export class ShopStartError extends Error {
  override name = 'ShopStartError'
}

/** A missing build is made first, which takes minutes on a slow machine. */
const timeoutMs = 300_000
const stopTimeoutMs = 15_000

/** The shop that runs at `port` of this machine, or a temporary one. */
export async function openShop(port: number): Promise<RunningShop> {
  const origin = `http://127.0.0.1:${port}`
  if (port > 0 && (await isShop(origin))) return { origin, close: () => Promise.resolve() }
  return startShop(await findFreePort())
}

async function startShop(port: number): Promise<RunningShop> {
  const start = fileURLToPath(new URL('../start.ts', import.meta.url))
  const child = spawn(process.execPath, [start], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      child.kill('SIGTERM')
      process.exit(1)
    })
  }
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000)
  })
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + timeoutMs
  while (!(await isShop(origin))) {
    if (hasEnded(child)) throw new ShopStartError(stderr.trim() || 'The shop stopped while it was starting.')
    if (Date.now() > deadline) {
      await stop(child)
      throw new ShopStartError('The shop did not become ready in time.')
    }
    await wait(100)
  }
  return { origin, close: () => stop(child) }
}

/** Whether a shop of this kind answers there. */
async function isShop(origin: string): Promise<boolean> {
  try {
    const health = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(2_000) })
    await health.body?.cancel()
    if (!health.ok) return false
    await createClient(origin).countItems()
    return true
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLate = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(tooLate)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
