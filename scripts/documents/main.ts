import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { whyNoDebian } from './debian-root.ts'
import { scriptOf } from './page-script.ts'
import { pages } from './parts.ts'
import { root, ScratchRoot } from './scratch-root.ts'

// Runs the commands of README and docs/deploy.md in a Debian of their own.

/** With the network, into the cache from which the pages' npm installs without it; once for each lock file. */
const fillNpmCache = `set -e
filled=/var/cache/npm/filled-$(git --git-dir=/srv/checkout.git rev-parse main:package-lock.json)
[ ! -e $filled ] || exit 0
git clone --quiet /srv/checkout.git /tmp/install && cd /tmp/install
npm ci --cache /var/cache/npm --prefer-offline
cd / && rm -rf /tmp/install && touch $filled`

const reason = whyNoDebian()
const only = process.argv.slice(2)
for (const page of pages.filter((name) => only.length === 0 || only.includes(name))) {
  if (reason !== undefined) {
    process.stdout.write(`${page}: NOT RUN: ${reason}.\n`)
    continue
  }
  using scratch = new ScratchRoot()
  const isPassed =
    scratch.run(fillNpmCache, { hasNetwork: true }) &&
    scratch.run(scriptOf(page, readFileSync(join(root, page), 'utf8')))
  process.stdout.write(`${page}: ${isPassed ? 'passed' : 'FAILED'}\n`)
  if (!isPassed) process.exitCode = 1
}
