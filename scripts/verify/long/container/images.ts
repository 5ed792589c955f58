import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { debianRoot } from '../../../documents/debian-root.ts'
import type { Platform } from '../../../release/platforms.ts'

const root = join(import.meta.dirname, '../../../..')

/** What a container engine reads of an image. */
export interface Image {
  /** The folder with its files. */
  readonly files: string
  /** The program of the shop in it. */
  readonly program: string
  /** `USER:GROUP` */
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

  /** Builds the Dockerfile for this machine on an image that takes the place of the one that it names. */
  build({ debian }: Platform): Image {
    // buildah does not know the variables of BuildKit.
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
      .replaceAll('${TARGETARCH}', debian)
      .replaceAll('--platform=$BUILDPLATFORM ', '')
    const file = join(this.#folder, 'Dockerfile')
    writeFileSync(file, dockerfile)
    const [, base = ''] = /^FROM (debian:\S+)/m.exec(dockerfile) ?? []
    const container = this.#buildah('from', 'scratch')
    const files = this.#buildah('mount', container)
    execFileSync('cp', ['-a', `${debianRoot('bare', 'debianutils')}/.`, files])
    this.#buildah('commit', '--quiet', '--rm', container, base)
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet']
    this.#buildah('build', ...options, '--file', file, '--tag', 'stockinette', root)
    return this.#open('stockinette')
  }

  #open(name: string): Image {
    const { config } = (JSON.parse(this.#buildah('inspect', '--type', 'image', name)) as Inspected).Docker
    return {
      files: this.#buildah('mount', this.#buildah('from', '--pull-never', name)),
      program: '/stockinette/stockinette',
      user: config.User,
      workingDirectory: config.WorkingDir,
      environment: config.Env,
      command: config.Cmd,
      healthCheck: ['sh', '-c', config.Healthcheck.Test[1] ?? ''], // Its first word says that a shell runs the rest.
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
