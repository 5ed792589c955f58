import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtempDisposable, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { takeLock } from '../../scripts/build/lock.ts'
import { root } from './shop/shop-process.ts'

/** Folders with packages for tests only, so that the shop does not install them. */
const packages = {
  'test/bucket': 'a server that speaks S3',
  'packages/identity/conformance': 'Google’s Auth emulator',
  'test/cloud': 'a Firestore that runs in process',
} as const

const installing = new Map<keyof typeof packages, Promise<void>>()

/**
 * Installs the packages of this folder's lockfile, unless they are installed already. Concurrent calls install them once, also
 * calls of other processes. Nobody sees some of them: they are there together, or not at all.
 */
export function installPackages(folder: keyof typeof packages): Promise<void> {
  return installing.getOrInsertComputed(folder, install)
}

async function install(folder: keyof typeof packages): Promise<void> {
  const target = join(root, folder)
  using _lock = takeLock(root, folder.replaceAll('/', '-'))
  /** In `node_modules`: the hash of the lockfile that was installed. */
  const marker = '.installed'
  const lock = hash(await readFile(join(target, 'package-lock.json')))
  const modules = join(target, 'node_modules')
  if ((await readFile(join(modules, marker), 'utf8').catch(() => '')) === lock) return
  await mkdir(join(root, 'test-results'), { recursive: true })
  await using work = await mkdtempDisposable(join(root, 'test-results/installing-'))
  const cwd = work.path
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(target, file), join(cwd, file))
  process.stdout.write(`Installing ${packages[folder]} …\n`)
  const npm = spawn('npm ci --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error', {
    cwd,
    shell: true,
    stdio: 'inherit',
  })
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The packages of ${folder} could not be installed.`)
  await writeFile(join(cwd, 'node_modules', marker), lock)
  await rm(modules, { recursive: true, force: true })
  await rename(join(cwd, 'node_modules'), modules)
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
