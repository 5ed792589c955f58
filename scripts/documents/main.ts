import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ensureBuild } from '../build/ensure-build.ts'
import { checkInDebian } from './debian-root.ts'
import { scriptOf } from './page-script.ts'
import { parts, type Machine, type Part } from './parts.ts'
import { makeReleases } from './releases.ts'
import { root, ScratchRoot } from './scratch-root.ts'

// Runs the commands of README and docs/deploy.md in a Debian of their own. Names of pages and machines choose some of them.

/** With the network, into the cache from which the pages' npm installs without it; once for each lock file. */
const fillNpmCache = `set -e
filled=/var/cache/npm/filled-$(git --git-dir=/srv/checkout.git rev-parse main:package-lock.json)
[ ! -e $filled ] || exit 0
git clone --quiet /srv/checkout.git /tmp/install && cd /tmp/install
npm ci --cache /var/cache/npm --prefer-offline
cd / && rm -rf /tmp/install && touch $filled`

const only = process.argv.slice(2)

/** Runs all blocks of a page for a machine. @param folder for the files of the machine. */
async function runPage(page: Part['page'], machine: Machine, folder: string): Promise<void> {
  const scratch = new ScratchRoot(machine, folder)
  if (machine === 'checkout') scratch.run(fillNpmCache, { hasNetwork: true })
  else {
    await ensureBuild()
    makeReleases(scratch.releases)
  }
  scratch.run(scriptOf(page, readFileSync(join(root, page), 'utf8'), machine))
  process.stdout.write(`${page}, with a ${machine}: passed\n`)
}

// Each machine runs all its parts of a page.
const runs = new Map(parts.map(({ page, machine }) => [`${page}, with a ${machine}`, { page, machine }]))
for (const [what, { page, machine }] of runs) {
  if (only.length > 0 && !only.includes(page) && !only.includes(machine)) continue
  await checkInDebian(what, ['apt-get', 'dpkg-deb'], (folder) => runPage(page, machine, folder))
}
