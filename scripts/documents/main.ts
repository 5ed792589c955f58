import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ensureBuild } from '../build/ensure-build.ts'
import { checkInDebian } from './debian-root.ts'
import { scriptOf } from './page-script.ts'
import { parts, type Machine, type Part } from './parts.ts'
import { makeReleases } from './releases.ts'
import { fillNpmCache, root, runInScratchRoot } from './scratch-root.ts'

// Runs the commands of README and docs/deploy.md in a Debian of their own. Names of pages and machines choose some of them.

const only = process.argv.slice(2)

/** Runs all blocks of a page for a machine. @param folder for the files of the machine. */
async function runPage(page: Part['page'], machine: Machine, folder: string): Promise<void> {
  if (machine === 'checkout') fillNpmCache()
  else {
    await ensureBuild()
    const releases = join(folder, 'upper/srv/releases')
    mkdirSync(releases, { recursive: true })
    makeReleases(releases)
  }
  runInScratchRoot(machine, folder, scriptOf(page, readFileSync(join(root, page), 'utf8'), machine))
  process.stdout.write(`${page}, with a ${machine}: passed\n`)
}

// Each machine runs all its parts of a page.
const runs = new Map(parts.map(({ page, machine }) => [`${page}, with a ${machine}`, { page, machine }]))
for (const [what, { page, machine }] of runs) {
  if (only.length > 0 && !only.includes(page) && !only.includes(machine)) continue
  await checkInDebian(what, ['apt-get', 'dpkg-deb'], (folder) => runPage(page, machine, folder))
}
