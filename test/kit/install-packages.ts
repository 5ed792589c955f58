import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from './shop/shop-process.ts'

/** Folders with packages for tests only, so that the shop does not install them. */
const packages = {
  'test/bucket': 'a server that speaks S3',
  'packages/identity/conformance': 'Google’s Auth emulator',
  'test/cloud': 'a Firestore that runs in process',
} as const

/** Installs the packages of this folder's lockfile, unless they are installed already. */
export async function installPackages(folder: keyof typeof packages): Promise<void> {
  const cwd = join(root, folder)
  /** Written last: the hash of the lockfile that was installed. */
  const marker = join(cwd, 'node_modules/.installed')
  const lock = createHash('sha256')
    .update(await readFile(join(cwd, 'package-lock.json')))
    .digest('hex')
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
