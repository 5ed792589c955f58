/**
 * Loaded before the code of a process whose tests sign many people in: the work of a password's hash, which takes a processor 30
 * ms on purpose, is the least that Argon2 allows. Processes without it do the whole work.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const derive = crypto.argon2
crypto.argon2 = (algorithm, parameters, callback) =>
  derive(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, callback)
syncBuiltinESMExports()
