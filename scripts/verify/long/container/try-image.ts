import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'

import { root } from '../../report.ts'
import { Container, type ContainerOptions } from './container.ts'
import type { Image } from './images.ts'

const probe = join(root, 'scripts/documents/probe.ts')

export const say = (text: string): void => void process.stdout.write(`${text.trim()}\n`)

/** The same as in `compose.yaml`. */
const settings = {
  ...(parseEnv(readFileSync(join(root, 'deploy/stockinette.env'), 'utf8')) as Record<string, string>),
  SHOP_DATA_DIR: '/data',
  SHOP_BACKUP_DIR: '/backups',
}

/** Sends signals from the first moment on: before Node runs, the first process of a container ignores them. */
async function endEarly(container: Container): Promise<void> {
  const startedAt = performance.now()
  const isRunning = () => Promise.race([container.exited.then(() => false), wait(50, true)])
  while (await isRunning()) {
    container.signal('SIGTERM')
    assert.ok(performance.now() - startedAt < 20_000, 'an early SIGTERM does not end it')
  }
  assert.doesNotMatch(container.output, /the shop is open/, 'an early SIGTERM ends it only after its start')
  assert.equal(await container.exited, 143, container.output)
}

/** @param words for the visit. */
async function visit(container: Container, { program, healthCheck }: Image, ...words: readonly string[]) {
  const startedAt = performance.now()
  await container.waitUntilOpen()
  say(`It is open after ${Math.round(performance.now() - startedAt)} ms.`)
  if (healthCheck.length > 0) container.exec(healthCheck)
  const options = ['--at', 'http://127.0.0.1:3000', '--log', '-']
  say(container.visit([process.execPath, probe, ...options, ...words], container.output))
  say(container.exec([program, 'status']))
}

async function end(container: Container): Promise<void> {
  container.signal('SIGTERM')
  assert.equal(await container.exited, 0, container.output)
  say('A SIGTERM ends it with status 0.')
}

/**
 * Runs the shop of an image as a container engine does: as the first process, without rights, on a disk of which only the
 * volumes are writable, and with a network of its own. It is claimed, takes photos, is backed up, started again and restored.
 */
export async function tryImage(image: Image, options: Partial<ContainerOptions> = {}): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'volumes-'))
  /** Filled with what the image has there, as an engine does it. */
  const makeVolume = (path: string, name: string) => {
    const volume = join(folder.path, name)
    execFileSync('cp', ['-a', join(image.files, path), volume])
    return volume
  }
  const volumes = { '/data': makeVolume('/data', 'data'), '/backups': makeVolume('/backups', 'backups') }
  const start = (more: Partial<ContainerOptions> = {}) =>
    new Container(image, { volumes, settings, ...options, ...more })
  {
    using container = start()
    await endEarly(container)
    say('A SIGTERM before the shop is open ends it.')
  }
  {
    using container = start()
    await visit(container, image)
    say(container.exec([image.program, 'backup', '/backups']))
    await end(container)
  }
  {
    using container = start()
    await visit(container, image, '--look-only')
    await end(container)
  }
  const restored = { ...volumes, '/data': makeVolume('/data', 'restored') }
  {
    using container = start({ volumes: restored, command: [image.program, 'restore', '/backups'] })
    assert.equal(await container.exited, 0, container.output)
    say(container.output)
  }
  using container = start({ volumes: restored })
  await visit(container, image, '--look-only')
  await end(container)
}
