/** Loaded into a shop before its own code: waits of 30 seconds and more, for the next try of a write, are a tenth of a second. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const wait = timers.setTimeout
timers.setTimeout = (ms = 0, ...rest) => wait(ms >= 30_000 ? 100 : ms, ...rest)
syncBuiltinESMExports()
