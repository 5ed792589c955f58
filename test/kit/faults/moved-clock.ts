import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

/**
 * Loaded into a shop before its own code: a clock that the test moves by messages. `TEST_CLOCK_AHEAD_MS` moves it from the
 * start. Timers of an hour, which do what is done regularly, run when a message says so.
 */
export type ClockMessage =
  /** The wall clock alone moves, as when it is set. */
  | { readonly jumpMs: number }
  /** Time passes: both clocks move. */
  | { readonly passMs: number }
  | 'hourly'

const RealDate = Date
const realNow = Date.now
const realMonotonic = performance.now.bind(performance)
const realUptime = os.uptime
const realInterval = setInterval
const hourly: (() => unknown)[] = []

let ahead = Number(process.env['TEST_CLOCK_AHEAD_MS'] ?? 0)
let passed = 0

const now = () => realNow() + ahead + passed

globalThis.Date = new Proxy(RealDate, {
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  construct: (target, args: unknown[]) =>
    args.length === 0 ? new target(now()) : (Reflect.construct(target, args) as Date),
})
performance.now = () => realMonotonic() + passed
os.uptime = () => realUptime() + passed / 1_000
syncBuiltinESMExports() // For named imports.
globalThis.setInterval = ((work: () => unknown, ms: number, ...rest: []) => {
  if (ms >= 3_600_000) hourly.push(work)
  return realInterval(work, ms, ...rest)
}) as typeof setInterval

process.on('message', (message: ClockMessage) => {
  if (message === 'hourly') for (const work of hourly) void work()
  else if ('jumpMs' in message) ahead += message.jumpMs
  else passed += message.passMs
  process.send?.('done')
})
// A shop that cannot start must end.
process.channel?.unref()
