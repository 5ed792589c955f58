import { parseArgs } from 'node:util'

import { buildOnce } from '../test/kit/shop/build-once.ts'
import { describeNoise } from './machine/idle-machine.ts'
import { describeMachine } from './machine/machine.ts'
import { measureAttack } from './measurements/attack.ts'
import { measureBackup } from './measurements/backup.ts'
import { measureBrowsing } from './measurements/browsing.ts'
import { compareBuilds } from './measurements/builds.ts'
import { measureCloud } from './measurements/cloud.ts'
import { measureMemory } from './measurements/memory.ts'
import { measureOpenPages } from './measurements/open-pages.ts'
import { measureCachedPage, measureUncachedPage } from './measurements/pages/page-speed.ts'
import { measureSizes } from './measurements/pages/sizes.ts'
import { measureFirstVisit, measureLanguages, measureOpenItem } from './measurements/pages/slow-phone.ts'
import { measurePhotos } from './measurements/photos.ts'
import { measureAddingItems, measureIdentity } from './measurements/posting.ts'
import { measureProcess } from './measurements/process.ts'
import { measureSearching } from './measurements/searching.ts'
import { formatTable, type Figure, type Measurement } from './report/figures.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: measureSizes,
  'first-visit': measureFirstVisit,
  languages: measureLanguages,
  'open-item': measureOpenItem,
  'cached-page': measureCachedPage,
  'uncached-page': measureUncachedPage,
  browsing: measureBrowsing,
  searching: measureSearching,
  adding: measureAddingItems,
  'open-pages': measureOpenPages,
  cloud: measureCloud,
  identity: measureIdentity,
  photos: measurePhotos,
  attack: measureAttack,
  backup: measureBackup,
  process: measureProcess,
}

/** Take up to an hour, and run only when named. */
const long: Readonly<Record<string, Measurement>> = { memory: measureMemory }

// Not in `/tmp`, which is often in memory: durable writes would cost nothing there.
process.env['TMPDIR'] ??= '/var/tmp'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, rounds: { type: 'string' } },
})
const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
await buildOnce()
const machine = describeMachine()
const table =
  positionals[0] === 'compare'
    ? await compareBuilds(values.against ?? '', rounds ?? 9)
    : formatTable(await measure(positionals))
process.stdout.write(`${machine}; ${describeNoise()}\n\n${table}\n`)

/** Runs the measurements with these names, or all of them. */
async function measure(names: readonly string[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of names.length > 0 ? names : Object.keys(measurements)) {
    const run = measurements[name] ?? long[name]
    if (run === undefined) {
      const known = [...Object.keys(measurements), ...Object.keys(long)].join(', ')
      throw new Error(`Unknown measurement ${name}. Known: ${known}, compare.`)
    }
    process.stderr.write(`${name} …\n`)
    const measured = await run(rounds)
    if (name in long && measured.some(({ isMet }) => !isMet)) process.exitCode = 1
    figures.push(...measured)
  }
  return figures
}
