import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The `[Service]` part of a unit: each setting with all its values. */
export type Unit = ReadonlyMap<string, readonly string[]>

function parseUnit(text: string): Unit {
  const settings = new Map<string, string[]>()
  for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name !== '') settings.set(name, [...(settings.get(name) ?? []), value])
  }
  return settings
}

/** The file of a service's unit, where systemd looks for it. */
export function findUnit(name: string): string {
  const found = ['/etc/systemd/system', '/usr/lib/systemd/system']
    .map((folder) => `${folder}/${name}.service`)
    .find(existsSync)
  if (found === undefined) throw new Error(`Unit ${name}.service not found.`)
  return found
}

export function readUnit(name: string): Unit {
  return parseUnit(readFileSync(findUnit(name), 'utf8'))
}

/** The words of all values of a setting. */
export function wordsOf(unit: Unit, name: string): string[] {
  return (unit.get(name) ?? []).flatMap((value) => value.split(/\s+/)).filter((word) => word !== '')
}

export function valueOf(unit: Unit, name: string): string | undefined {
  return unit.get(name)?.at(-1)
}

/** What the service finds in its environment, and nothing of the caller's. */
export function environmentOf(unit: Unit): Record<string, string> {
  const own = wordsOf(unit, 'Environment').map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string])
  const files = wordsOf(unit, 'EnvironmentFile').map((file) => parseEnv(readFileSync(file, 'utf8')))
  return Object.assign({ PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin' }, Object.fromEntries(own), ...files)
}

/** Has the service's process while it runs. */
export const pidFile = (name: string): string => `/run/${name}.service.pid`

/** Has the process that starts it again. */
export const supervisorFile = (name: string): string => `/run/${name}.supervisor.pid`

/** Writes a process id to a file. A process that finds the file finds the whole id in it. */
export function writePid(file: string, pid: number | undefined): void {
  writeFileSync(`${file}.new`, String(pid))
  renameSync(`${file}.new`, file)
}
