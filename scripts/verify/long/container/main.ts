import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'

import { whyNoDebian } from '../../../documents/debian-root.ts'
import { Container, type ContainerOptions } from './container.ts'
import { Images, type Image } from './images.ts'

// Builds the Dockerfile and starts the image as a container engine does: as the first process, without rights, on a disk
// of which only the volumes are writable.

const root = join(import.meta.dirname, '../../../..')
const probe = join(root, 'scripts/documents/probe.ts')
const say = (text: string) => process.stdout.write(`${text.trim()}\n`)

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

/** The same as in `compose.yaml`. */
const settings = {
  ...(parseEnv(readFileSync(join(root, 'deploy/stockinette.env'), 'utf8')) as Record<string, string>),
  SHOP_DATA_DIR: '/data',
  SHOP_BACKUP_DIR: '/backups',
}

const shop = (...words: readonly string[]) => ['npm', 'run', '--silent', 'shop', '--', ...words]

/** A start, a visit and an end. @param words for the visit. */
async function visit(container: Container, { healthCheck }: Image, ...words: readonly string[]): Promise<void> {
  await container.waitUntilOpen()
  container.exec(healthCheck)
  say('The health check passes.')
  const options = ['--at', 'http://127.0.0.1:3000', '--log', '-']
  say(container.visit([process.execPath, probe, ...options, ...words], container.output))
}

async function end(container: Container): Promise<void> {
  container.signal('SIGTERM')
  assert.equal(await container.exited, 0, container.output)
  say('A SIGTERM ends it with status 0.')
}

async function tryImage(image: Image, folder: string): Promise<void> {
  /** Filled with what the image has there, as an engine does it. */
  const makeVolume = (path: string, name: string) => {
    execFileSync('cp', ['-a', join(image.files, path), join(folder, name)])
    return join(folder, name)
  }
  const volumes = { '/data': makeVolume('/data', 'data'), '/backups': makeVolume('/backups', 'backups') }
  const start = (options: Partial<ContainerOptions> = {}) => new Container(image, { volumes, settings, ...options })
  {
    using container = start()
    await endEarly(container)
    say('A SIGTERM before the shop is open ends it.')
  }
  {
    using container = start()
    await visit(container, image)
    for (const words of [['status'], ['backup', '/backups']]) say(container.exec(shop(...words)))
    await end(container)
  }
  {
    using container = start()
    await visit(container, image, '--look-only')
    await end(container)
  }
  const restored = { ...volumes, '/data': makeVolume('/data', 'restored') }
  {
    using container = start({ volumes: restored, command: shop('restore', '/backups') })
    assert.equal(await container.exited, 0, container.output)
    say(container.output)
  }
  using container = start({ volumes: restored })
  await visit(container, image, '--look-only')
  await end(container)
}

const reason = whyNoDebian('buildah', 'ip', 'nsenter')
if (reason === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'volumes-'))
  using images = new Images()
  try {
    const image = images.build()
    say('The image is built.')
    await tryImage(image, folder)
  } catch (error) {
    say(`FAILED: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} else say(`Building the image and starting it: NOT RUN: ${reason}.`)
