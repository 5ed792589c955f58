import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { debianRoot } from '../../../documents/debian-root.ts'

const root = join(import.meta.dirname, '../../../..')

/** What a container engine reads of an image. */
export interface Image {
  /** The folder with its files. */
  readonly files: string
  readonly user: string
  readonly workingDirectory: string
  /** `NAME=value` */
  readonly environment: readonly string[]
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

interface Inspected {
  readonly Docker: {
    readonly config: {
      readonly User: string
      readonly WorkingDir: string
      readonly Env: readonly string[]
      readonly Cmd: readonly string[]
      readonly Healthcheck: { readonly Test: readonly string[] }
    }
  }
}

/** Images in a place of their own, which is thrown away. */
export class Images implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'container-'))

  #buildah(...args: readonly string[]): string {
    const folders = ['--storage-driver', 'vfs', '--root', `${this.#folder}/images`, '--runroot', `${this.#folder}/run`]
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    return execFileSync('buildah', [...folders, ...args], { stdio: [...stdio], encoding: 'utf8' }).trim()
  }

  /** Builds the Dockerfile on an image that takes the place of the one that it names. */
  build(): Image {
    const [, base = ''] = /^FROM (\S+)/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
    this.#makeNodeImage(base)
    // Mounted while npm runs: they are not in the image.
    const mounts = [
      `${this.#writeNpmSettings()}:/usr/local/etc/npmrc:ro`,
      `${certificates()}:/etc/ssl/certs/ca-certificates.crt:ro`,
    ]
    const volumes = mounts.flatMap((mount) => ['--volume', mount])
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet']
    this.#buildah('build', ...options, ...volumes, '--tag', 'stockinette', root)
    return this.#open('stockinette')
  }

  /** What the official image has: Debian, Node, npm and the user `node`. */
  #makeNodeImage(name: string): void {
    const container = this.#buildah('from', 'scratch')
    const files = this.#buildah('mount', container)
    const run = (program: string, ...args: readonly string[]) => execFileSync(program, args, { stdio: 'inherit' })
    run('cp', '-a', `${debianRoot('image', 'ca-certificates libatomic1')}/.`, files)
    run('chroot', files, 'useradd', '--uid', '1000', '--create-home', 'node')
    copyFileSync(join(root, `node_modules/node-linux-${process.arch}/bin/node`), `${files}/usr/local/bin/node`)
    run('npm', 'install', '--silent', '--global', '--prefix', `${files}/usr/local`, 'npm@latest')
    mkdirSync(`${files}/usr/local/etc`, { recursive: true })
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    this.#buildah('config', '--env', `PATH=${path}`, container)
    this.#buildah('commit', '--quiet', '--rm', container, name)
  }

  /** npm in the build asks the registry as npm of this machine does. */
  #writeNpmSettings(): string {
    const file = join(this.#folder, 'npmrc')
    const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
    writeFileSync(file, `registry=${registry}\ncafile=/etc/ssl/certs/ca-certificates.crt\n`)
    return file
  }

  #open(name: string): Image {
    const { config } = (JSON.parse(this.#buildah('inspect', '--type', 'image', name)) as Inspected).Docker
    return {
      files: this.#buildah('mount', this.#buildah('from', '--pull-never', name)),
      user: config.User,
      workingDirectory: config.WorkingDir,
      environment: config.Env,
      command: config.Cmd,
      healthCheck: config.Healthcheck.Test.slice(1), // The first word says that the rest is a command.
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The authorities that this machine trusts. */
const certificates = () => process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt'
