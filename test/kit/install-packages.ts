import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
 * calls of other processes.
 */
export function installPackages(folder: keyof typeof packages): Promise<void> {
  return installing.getOrInsertComputed(folder, install)
}

async function install(folder: keyof typeof packages): Promise<void> {
  const cwd = join(root, folder)
  using _lock = lockFolder(cwd)
  /** Written last: the hash of the lockfile that was installed. */
  const marker = join(cwd, 'node_modules/.installed')
  const lock = hash(await readFile(join(cwd, 'package-lock.json')))
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return
  process.stdout.write(`Installing ${packages[folder]} …\n`)
  const npm = spawn('npm ci --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error', {
    cwd,
    shell: true,
    stdio: 'inherit',
  })
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The packages of ${folder} could not be installed.`)
  await writeFile(marker, lock)
}

/** Waits while another process has this lock, which ends with its process. */
function lockFolder(folder: string): Disposable {
  const database = new DatabaseSync(join(tmpdir(), `stockinette-packages-${hash(folder)}.db`), { timeout: 300_000 })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}

function hash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}
