import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = import.meta.dirname
/** Written last: what the packages of this folder were installed from. */
const marker = join(folder, 'node_modules/.installed')

/** Installs Google's emulator, 270 MB, unless the one of this lockfile is there. It is no package of the shop's. */
export async function installOnce(): Promise<void> {
  const lock = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  if ((await readFile(marker, 'utf8').catch(() => '')) === lock) return
  process.stdout.write('Installing Google’s Auth emulator for the conformance tests …\n')
  const npm = spawn('npm ci --ignore-scripts --omit=optional --no-audit --no-fund --loglevel=error', {
    cwd: folder,
    shell: true,
    stdio: 'inherit',
  })
  const [code] = (await once(npm, 'exit')) as [number | null]
  if (code !== 0) throw new Error('Google’s Auth emulator could not be installed.')
  await writeFile(marker, lock)
}

if (import.meta.main) await installOnce()
