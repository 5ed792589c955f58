import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { debianRoot } from '../../../documents/debian-root.ts'
import type { Platform } from '../../../release/platforms.ts'
import { root } from '../../report.ts'

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

/**
 * Builds the Dockerfile for this machine on an image that takes the place of the one that it names.
 *
 * @param folder for the images.
 */
export function buildImage(folder: string, { debian }: Platform): Image {
  const buildah = (...args: readonly string[]): string => {
    const folders = ['--storage-driver', 'vfs', '--root', `${folder}/images`, '--runroot', `${folder}/run`]
    return execFileSync('buildah', [...folders, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    }).trim()
  }
  // buildah does not know the variables of BuildKit.
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll('${TARGETARCH}', debian)
    .replaceAll('--platform=$BUILDPLATFORM ', '')
  const file = join(folder, 'Dockerfile')
  writeFileSync(file, dockerfile)
  const [, base = ''] = /^FROM (debian:\S+)/m.exec(dockerfile) ?? []
  const container = buildah('from', 'scratch')
  execFileSync('cp', ['-a', `${debianRoot('bare', 'debianutils')}/.`, buildah('mount', container)])
  buildah('commit', '--quiet', '--rm', container, base)
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--quiet']
  buildah('build', ...options, '--file', file, '--tag', 'stockinette', root)
  const { config } = (JSON.parse(buildah('inspect', '--type', 'image', 'stockinette')) as Inspected).Docker
  return {
    files: buildah('mount', buildah('from', '--pull-never', 'stockinette')),
    program: '/stockinette/stockinette',
    user: config.User,
    workingDirectory: config.WorkingDir,
    environment: config.Env,
    command: config.Cmd,
    healthCheck: ['sh', '-c', config.Healthcheck.Test[1] ?? ''], // Its first word says that a shell runs the rest.
  }
}
