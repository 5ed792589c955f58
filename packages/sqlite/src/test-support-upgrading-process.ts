/**
 * A process for tests: opens a database with the given migrations:
 * `node test-support-upgrading-process.ts FILE COPIES MIGRATION…`. Unless COPIES is empty, it copies the folder of the file
 * before each call of SQLite and of the file system that this makes, first to `COPIES/0`: what SQLite has written is with the
 * operating system when a call returns, so a copy has what a process that is killed at that moment leaves. It prints `open` in
 * the end. A migration may call `kill_now()`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'

import { openDatabase } from './database.ts'

const [file = '', copies = '', ...migrations] = process.argv.slice(2)
let calls = 0

function killNow(): null {
  process.kill(process.pid, 'SIGKILL')
  return null
}

function copyBefore(target: object, names: readonly (string | symbol)[]): void {
  for (const name of names) {
    const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
    Object.defineProperty(target, name, {
      value(this: unknown, ...args: unknown[]) {
        if (copies !== '') fs.cpSync(dirname(file), join(copies, String(calls++)), { recursive: true })
        if (name === 'exec') (this as DatabaseSync).function('kill_now', killNow)
        return call.apply(this, args)
      },
    })
  }
}

copyBefore(DatabaseSync.prototype, ['exec', 'prepare', 'close', Symbol.dispose])
copyBefore(StatementSync.prototype, ['run', 'get', 'all'])
copyBefore(fs, ['openSync', 'closeSync', 'fsyncSync', 'renameSync', 'rmSync'])
syncBuiltinESMExports()

openDatabase(file, migrations)
fs.writeSync(process.stdout.fd, 'open')
process.exit()
