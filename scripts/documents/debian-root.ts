import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempDisposableSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'

const suite = 'trixie'

/** Kept between runs: outside the project, because it belongs to root. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'stockinette')

const needed = ['debootstrap', 'unshare', 'chroot', 'mount', 'git'] as const

/** Why this machine cannot run a Debian of its own, and these programs; `undefined` if it can. */
function whyNoDebian(...programs: readonly string[]): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux, and root'
  const isThere = (program: string) =>
    (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, program)))
  const missing = [...needed, ...programs].filter((program) => !isThere(program))
  return missing.length > 0 ? `this machine has no ${missing.join(', ')}` : undefined
}

/** Runs a check that needs {@link debianRoot} and these programs, with a folder for all that it makes, or says why it cannot. */
export async function checkInDebian(
  what: string,
  programs: readonly string[],
  check: (folder: string) => Promise<void>,
): Promise<void> {
  const reason = whyNoDebian(...programs)
  if (reason !== undefined) {
    process.stdout.write(`${what}: NOT RUN: ${reason}.\n`)
    return
  }
  using folder = mkdtempDisposableSync(join(tmpdir(), 'checked-'))
  try {
    await check(folder.path)
  } catch (error) {
    process.stdout.write(`${what}: FAILED: ${inspect(error)}\n`)
    process.exitCode = 1
  }
}

/** A Debian with these packages, made once for each list of them. @returns its folder. */
export function debianRoot(name: string, packages: string): string {
  const list = createHash('sha256').update(packages).digest('hex').slice(0, 8)
  const folder = join(cacheFolder, `${name}-${suite}-${list}`)
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
  const enter = `mount -t proc proc ${draft}/proc; mount --rbind /dev ${draft}/dev; chroot ${draft}`
  run('unshare', '--mount', 'sh', '-ec', `${enter} sh -c '${install}'`)
  renameSync(draft, folder)
  return folder
}
