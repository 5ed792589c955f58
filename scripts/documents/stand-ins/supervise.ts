import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { sandboxed } from './sandbox.ts'
import { environmentOf, pidFile, readUnit, valueOf, wordsOf, writePid } from './unit-file.ts'

// Runs one service until it is stopped or may not be started again, as systemd does with `Restart=on-failure`.

const [name = ''] = process.argv.slice(2)
const unit = readUnit(name)
const log = openSync(`/var/log/${name}.journal`, 'a')
const stopped = new AbortController()
let child: ChildProcess | undefined
process.on('SIGTERM', () => {
  stopped.abort()
  child?.kill()
})

while (!stopped.signal.aborted) {
  const [program = '', ...args] = sandboxed(unit)
  child = spawn(program, args, { env: environmentOf(unit), stdio: ['ignore', log, log] })
  writePid(pidFile(name), child.pid)
  const [code] = (await once(child, 'exit')) as [number | null]
  const isFinal = code === 0 || wordsOf(unit, 'RestartPreventExitStatus').includes(String(code))
  if (isFinal || valueOf(unit, 'Restart') !== 'on-failure') break
  const pauseMs = Number(valueOf(unit, 'RestartSec') ?? '0.1') * 1_000
  await wait(pauseMs, undefined, stopped).catch(() => undefined) // Rejects when it is stopped.
}
rmSync(pidFile(name), { force: true })
