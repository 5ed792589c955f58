import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'

import { valueOf, wordsOf, type Unit } from './unit-file.ts'

/** Folders that systemd makes for a service. */
const madeFolders = [
  { setting: 'StateDirectory', parent: '/var/lib' },
  { setting: 'CacheDirectory', parent: '/var/cache' },
] as const

const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Makes the folders of a service. @returns all folders that it may write to. */
function prepareFolders(unit: Unit, user: string): string[] {
  const made = madeFolders.flatMap(({ setting, parent }) => wordsOf(unit, setting).map((name) => `${parent}/${name}`))
  for (const folder of made) {
    mkdirSync(folder, { recursive: true })
    execFileSync('chown', [`${user}:`, folder])
  }
  const writable = wordsOf(unit, 'ReadWritePaths').filter((path) => !path.startsWith('-') || existsSync(path.slice(1)))
  return [...made, ...writable.map((path) => path.replace(/^-/, ''))]
}

/** The command that gives a service its user and no other rights than the unit's capabilities. */
function asUser(unit: Unit, user: string): string[] {
  if (user === 'root') return []
  const names = wordsOf(unit, 'AmbientCapabilities').map((name) => `+${name.toLowerCase().replace('cap_', '')}`)
  const ambient = [`--inh-caps=${names.join()}`, `--ambient-caps=${names.join()}`]
  const capabilities = names.length > 0 ? ambient : ['--bounding-set=-all']
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--no-new-privs', ...capabilities]
}

/**
 * The command that runs a service as its unit says: with its user, capabilities and working directory, and, with
 * `ProtectSystem=strict`, on a disk of which only its own folders are writable.
 */
export function sandboxed(unit: Unit): string[] {
  const user = valueOf(unit, 'User') ?? 'root'
  const writable = prepareFolders(unit, user)
  const isStrict = valueOf(unit, 'ProtectSystem') === 'strict'
  const mounts = isStrict
    ? [
        ...writable.map((folder) => `mount --bind ${folder} ${folder}`),
        'mount -o remount,bind,ro /',
        'mount -t tmpfs -o mode=1777 tmpfs /tmp',
      ]
    : []
  const steps = [
    'set -e',
    ...mounts,
    `export USER=${user} HOME="$(getent passwd ${user} | cut -d: -f6)"`,
    `umask ${valueOf(unit, 'UMask') ?? '0022'}`,
    `cd ${quote(valueOf(unit, 'WorkingDirectory') ?? '/')}`,
    `exec ${asUser(unit, user).join(' ')} ${valueOf(unit, 'ExecStart') ?? ''}`,
  ]
  return ['unshare', '--mount', 'sh', '-c', steps.join('\n')]
}
