import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { cacheFolder, debianRoot } from './debian-root.ts'
import type { Machine } from './parts.ts'

export const root = join(import.meta.dirname, '../..')

/** What the pages install, and what the check needs. */
const packages = {
  release: 'caddy curl iproute2 nginx-light openssl rclone restic sudo xz-utils',
  checkout: 'caddy curl git iproute2 libatomic1 npm openssl sudo',
} satisfies Record<Machine, string>

/** npm of the scratch root asks the registry as npm of this machine does. */
function useNpmSettings(at: string): string {
  const bundle = '/etc/ssl/certs/ca-certificates.crt'
  const settings = `${homedir()}/.npmrc`
  return [
    existsSync(bundle) ? `mount --bind ${bundle} ${at}${bundle}` : '',
    existsSync(settings) ? `touch ${at}/root/.npmrc; mount --bind ${settings} ${at}/root/.npmrc` : '',
  ].join('\n')
}

function npmVariables(): string {
  const names = /^(?:npm_config_(?:registry|.*proxy|cafile)|https?_proxy|no_proxy)$/i
  const pairs = Object.entries(process.env).filter(([name]) => names.test(name))
  const all = [...pairs, ['NODE_EXTRA_CA_CERTS', '/etc/ssl/certs/ca-certificates.crt']]
  return all.map(([name, value]) => `${name}='${value}'`).join(' ')
}

/** A copy of the Debian root, in a folder that is thrown away. What runs in it sees no network but its own loopback. */
export class ScratchRoot {
  readonly #machine: Machine
  readonly #folder: string
  readonly #npmCache = join(cacheFolder, 'npm')

  constructor(machine: Machine, folder: string) {
    this.#machine = machine
    this.#folder = folder
    for (const name of ['upper', 'work', 'root']) mkdirSync(join(this.#folder, name))
    mkdirSync(this.#npmCache, { recursive: true })
    this.#pushCheckout()
  }

  /** Where the pages fetch releases from. */
  get releases(): string {
    const folder = join(this.#folder, 'upper/srv/releases')
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** What the pages clone: this checkout with its changes to files that git knows. */
  #pushCheckout(): void {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    const commit = git('stash', 'create') || git('rev-parse', 'HEAD')
    const target = join(this.#folder, 'upper/srv/checkout.git')
    git('init', '--quiet', '--bare', '--initial-branch=main', target)
    git('push', '--quiet', target, `${commit}:refs/heads/main`)
  }

  /** Runs a shell script as root. @throws Error if it does not end with 0. */
  run(script: string, { hasNetwork = false } = {}): void {
    const name = 'script.sh'
    mkdirSync(join(this.#folder, 'upper/opt'), { recursive: true })
    writeFileSync(join(this.#folder, 'upper/opt', name), script)
    const options = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
    if (!hasNetwork) options.push('--net')
    const enter = this.#enter(`/opt/${name}`, hasNetwork)
    const { status } = spawnSync('unshare', [...options, 'sh', '-ec', enter], { stdio: 'inherit' })
    if (status !== 0) throw new Error('A script failed: its output is above.')
  }

  #enter(script: string, hasNetwork: boolean): string {
    const at = join(this.#folder, 'root')
    const layers = `lowerdir=${debianRoot(this.#machine, packages[this.#machine])},upperdir=${this.#folder}/upper,workdir=${this.#folder}/work`
    return `
      mount -t overlay -o ${layers} overlay ${at}
      mount -t proc proc ${at}/proc
      mount --rbind /dev ${at}/dev
      mkdir -p ${at}/opt/checkout ${at}/var/cache/npm
      touch ${at}/opt/node ${at}/opt/libatomic.so.1
      mount --bind ${root} ${at}/opt/checkout
      mount --bind ${process.execPath} ${at}/opt/node
      mount --bind ${globSync('/usr/lib/*/libatomic.so.1').join()} ${at}/opt/libatomic.so.1
      mount --bind ${this.#npmCache} ${at}/var/cache/npm
      ${hasNetwork ? useNpmSettings(at) : ''}
      exec chroot ${at} /usr/bin/env -i ${hasNetwork ? npmVariables() : ''} PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin HOME=/root bash ${script}`
  }
}
