/**
 * A process for tests: opens a database with the given migrations, and kills itself before one of the calls of SQLite and
 * of the file system that this makes: `node test-support-upgrading-process.ts FILE NUMBER MIGRATION…`. It prints `open`
 * when it makes fewer calls. A migration may call `kill_now()`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'

import { openDatabase } from './database.ts'

const [file = '', number = '', ...migrations] = process.argv.slice(2)
let left = Number(number)

function killNow(): null {
  process.kill(process.pid, 'SIGKILL')
  return null
}

function killBefore(target: object, names: readonly (string | symbol)[]): void {
  for (const name of names) {
    const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
    Object.defineProperty(target, name, {
      value(this: unknown, ...args: unknown[]) {
        if (left === 0) killNow()
        left -= 1
        if (name === 'exec') (this as DatabaseSync).function('kill_now', killNow)
        return call.apply(this, args)
      },
    })
  }
}

killBefore(DatabaseSync.prototype, ['exec', 'prepare', 'close', Symbol.dispose])
killBefore(StatementSync.prototype, ['run', 'get', 'all'])
killBefore(fs, ['openSync', 'closeSync', 'fsyncSync', 'renameSync', 'rmSync'])
syncBuiltinESMExports()

openDatabase(file, migrations)
fs.writeSync(process.stdout.fd, 'open')
process.exit()
