import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { copyPackageFiles } from '../release/program-folder.ts'
import { cacheFolder, debianRoot } from './debian-root.ts'
import type { Machine } from './parts.ts'

export const root = join(import.meta.dirname, '../..')

/** What the pages install, and what the check needs. */
const packages = {
  release: 'caddy cron curl iproute2 nginx-light openssl rclone restic sudo xz-utils',
  checkout: 'caddy curl git iproute2 libatomic1 npm openssl sudo',
} satisfies Record<Machine, string>

const npmCache = join(cacheFolder, 'npm')

/** Fills the cache from which npm in a scratch root installs without a network; once for each lock file. */
export function fillNpmCache(): void {
  const lockFile = execFileSync('git', ['hash-object', 'package-lock.json'], { encoding: 'utf8' }).trim()
  const filled = join(npmCache, `filled-${lockFile}`)
  if (existsSync(filled)) return
  using folder = mkdtempDisposableSync(join(tmpdir(), 'packages-'))
  copyPackageFiles(folder.path)
  execFileSync('npm', ['ci', '--cache', npmCache, '--prefer-offline'], { cwd: folder.path, stdio: 'inherit' })
  writeFileSync(filled, '')
}

/**
 * Runs a shell script as root in a copy of the Debian root, which sees no network but its own loopback.
 *
 * @param folder for all that the script writes; what is in its `upper` is in the copy.
 * @throws Error if the script does not end with 0.
 */
export function runInScratchRoot(machine: Machine, folder: string, script: string): void {
  for (const path of ['upper/opt', 'upper/srv', 'work', 'root']) mkdirSync(join(folder, path), { recursive: true })
  pushCheckout(join(folder, 'upper/srv/checkout.git'))
  writeFileSync(join(folder, 'upper/opt/script.sh'), script)
  const options = ['--mount', '--pid', '--net', '--fork', '--kill-child', '--propagation', 'private']
  const { status } = spawnSync('unshare', [...options, 'sh', '-ec', enter(machine, folder)], { stdio: 'inherit' })
  if (status !== 0) throw new Error('A script failed: its output is above.')
}

/** What the pages clone: this checkout with its changes to files that git knows. */
function pushCheckout(target: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('stash', 'create') || git('rev-parse', 'HEAD')
  git('init', '--quiet', '--bare', '--initial-branch=main', target)
  git('push', '--quiet', target, `${commit}:refs/heads/main`)
}

function enter(machine: Machine, folder: string): string {
  const at = join(folder, 'root')
  const layers = `lowerdir=${debianRoot(machine, packages[machine])},upperdir=${folder}/upper,workdir=${folder}/work`
  return `
    mount -t overlay -o ${layers} overlay ${at}
    mount -t proc proc ${at}/proc
    mount --rbind /dev ${at}/dev
    mkdir -p ${at}/opt/checkout ${at}/var/cache/npm ${npmCache}
    touch ${at}/opt/node ${at}/opt/libatomic.so.1
    mount --bind ${root} ${at}/opt/checkout
    mount --bind ${process.execPath} ${at}/opt/node
    mount --bind ${globSync('/usr/lib/*/libatomic.so.1').join()} ${at}/opt/libatomic.so.1
    mount --bind ${npmCache} ${at}/var/cache/npm
    exec chroot ${at} /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root bash /opt/script.sh`
}
