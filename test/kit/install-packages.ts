import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { root } from './shop/shop-process.ts'

/** Packages for tests alone, in folders of their own, so that none is one of the shop's. */
const packages = {
  'test/bucket': 'a server that speaks S3',
  'packages/identity/conformance': 'Google’s Auth emulator',
  'test/cloud': 'the stand-ins for Cloud Firestore',
} as const

/** Installs what the lockfile in this folder says, unless it is there. */
export async function installPackages(folder: keyof typeof packages): Promise<void> {
  const cwd = join(root, folder)
  /** Written last: what the packages were installed from. */
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
  if (code !== 0) throw new Error(`Of ${folder}, the packages could not be installed.`)
  await writeFile(marker, lock)
}
