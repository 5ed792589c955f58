/**
 * Loaded into a shop before its own code: waits of 30 seconds and more, for the next try of a write, end when the test sends a
 * message.
 */
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const wait = timers.setTimeout
timers.setTimeout = async <T>(ms = 0, value?: T, options?: Parameters<typeof wait>[2]): Promise<T> => {
  if (ms < 30_000) return wait(ms, value, options)
  await once(process, 'message', options?.signal && { signal: options.signal })
  return value as T
}
process.channel?.unref()
syncBuiltinESMExports()
