import { execSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { findUnit, pidFile, readUnit, supervisorFile, valueOf, writePid } from './unit-file.ts'

// What systemctl does, without systemd: it runs each unit's ExecStart as its user, with its environment and its view of the disk.

const [command = '', ...rest] = process.argv.slice(2)
const now = rest.includes('--now')
const names = rest.filter((word) => !word.startsWith('--')).map((name) => name.replace(/\.service$/, ''))
const readPid = (file: string) => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined)

/** Nobody waits for a process whose parent has ended: it stays as a zombie. */
function isAlive(pid: number | undefined): pid is number {
  try {
    return pid !== undefined && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function start(name: string): Promise<void> {
  if (isAlive(readPid(pidFile(name)))) return
  // nginx puts itself in the background.
  if (valueOf(readUnit(name), 'Type') === 'forking') {
    execSync(valueOf(readUnit(name), 'ExecStart') ?? 'false', { stdio: 'inherit' })
    return
  }
  const supervisor = spawn(process.execPath, [`${import.meta.dirname}/supervise.ts`, name], {
    detached: true,
    stdio: 'ignore',
  })
  writePid(supervisorFile(name), supervisor.pid)
  supervisor.unref()
  while (isAlive(supervisor.pid) && !existsSync(pidFile(name))) await wait(20)
}

async function stop(name: string): Promise<void> {
  const unit = readUnit(name)
  const pid = readPid(valueOf(unit, 'PIDFile') ?? pidFile(name))
  const supervisor = readPid(supervisorFile(name))
  // A supervisor passes it on, also to a program that it starts right now.
  const told = isAlive(supervisor) ? supervisor : pid
  if (isAlive(told)) process.kill(told, 'SIGTERM')
  const deadline = performance.now() + 1_000 * Number.parseInt(valueOf(unit, 'TimeoutStopSec') ?? '90', 10)
  while (isAlive(pid) || isAlive(supervisor)) {
    if (performance.now() > deadline) throw new Error(`${name} did not stop in time.`)
    await wait(50)
  }
  rmSync(pidFile(name), { force: true })
}

const actions: Readonly<Record<string, (name: string) => void | Promise<void>>> = {
  enable: (name) => (now ? start(name) : undefined),
  disable: (name) => (now ? stop(name) : undefined),
  start,
  stop,
  restart: async (name) => {
    await stop(name)
    await start(name)
  },
  'is-active': (name) => void (process.exitCode = isAlive(readPid(pidFile(name))) ? 0 : 3),
  cat: (name) => void process.stdout.write(readFileSync(findUnit(name), 'utf8')),
  reload: (name) => void execSync(valueOf(readUnit(name), 'ExecReload') ?? 'false', { stdio: 'inherit' }),
}

if (command !== 'daemon-reload') {
  const action = actions[command]
  if (action === undefined) throw new Error(`The stand-in for systemctl does not know '${command}'.`)
  for (const name of names) await action(name)
}
