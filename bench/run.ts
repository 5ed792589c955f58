import { describeNoise } from './machine/idle-machine.ts'
import { describeMachine } from './machine/machine.ts'
import { measureAddingItems } from './measurements/adding-items.ts'
import { measureCloud } from './measurements/cloud.ts'
import { measureFuzz } from './measurements/fuzz.ts'
import { measureIdentity } from './measurements/identity.ts'
import { measureMillionAccounts } from './measurements/million-accounts.ts'
import { measureMillionItems } from './measurements/million-items.ts'
import { measureOpenPages } from './measurements/open-pages.ts'
import { measureCachedPage } from './measurements/pages/cached-page.ts'
import { measureFirstVisit } from './measurements/pages/first-visit.ts'
import { measureHomeWithPhotos } from './measurements/pages/home-with-photos.ts'
import { measureNavigation } from './measurements/pages/navigation.ts'
import { measureSizes } from './measurements/pages/sizes.ts'
import { measureUncachedPage } from './measurements/pages/uncached-page.ts'
import { measurePhotos } from './measurements/photos.ts'
import { measureProcess } from './measurements/process.ts'
import { measurePublishing } from './measurements/publishing.ts'
import { measureTokenVerification } from './measurements/token-verification.ts'
import type { Figure, Measurement } from './report/figure.ts'
import { formatTable } from './report/table.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: measureSizes,
  'first-visit': measureFirstVisit,
  'photographed-home': measureHomeWithPhotos,
  moving: measureNavigation,
  'kept-page': measureCachedPage,
  'uncached-page': measureUncachedPage,
  adding: measureAddingItems,
  'open-pages': measureOpenPages,
  cloud: measureCloud,
  million: measureMillionItems,
  identity: measureIdentity,
  'identity-million': measureMillionAccounts,
  verification: measureTokenVerification,
  photos: measurePhotos,
  publishing: measurePublishing,
  process: measureProcess,
  fuzz: measureFuzz,
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measurements)
const machine = describeMachine()
const figures: Figure[] = []
for (const name of names) {
  const measure = measurements[name]
  if (measure === undefined) {
    throw new Error(`Unknown measurement ${name}. Known: ${Object.keys(measurements).join(', ')}.`)
  }
  process.stderr.write(`${name} …\n`)
  figures.push(...(await measure()))
}
process.stdout.write(`${machine}; ${describeNoise()}\n\n${formatTable(figures)}\n`)
