import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const suite = 'trixie'
const packages = 'caddy curl git iproute2 libatomic1 nginx-light npm openssl rclone restic sudo'

/** Kept between runs: outside the project, because it belongs to root. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'stockinette')

const needed = ['debootstrap', 'unshare', 'chroot', 'mount', 'git'] as const

/** Why this machine cannot run a Debian of its own; `undefined` if it can. */
export function whyNoDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux, and root'
  const isThere = (program: string) =>
    (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)))
  const missing = needed.filter((program) => !isThere(program))
  return missing.length > 0 ? `this machine has no ${missing.join(', ')}` : undefined
}

/** A Debian with the packages that the pages install, made once. @returns its folder. */
export function debianRoot(): string {
  const folder = join(cacheFolder, `debian-${suite}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(cacheFolder, { recursive: true })
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  run('debootstrap', '--variant=minbase', '--include=ca-certificates', suite, draft)
  writeFileSync(join(draft, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  run('cp', '-L', '/etc/resolv.conf', join(draft, 'etc/resolv.conf'))
  const install = `DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends ${packages}`
  run(
    'unshare',
    '--mount',
    'sh',
    '-ec',
    `mount -t proc proc ${draft}/proc; mount --bind /dev ${draft}/dev; chroot ${draft} sh -c '${install}'`,
  )
  renameSync(draft, folder)
  return folder
}
