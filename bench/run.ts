import type { Figure, Measurement } from './figure.ts'
import { describeMachine } from './machine.ts'
import { measureAdding } from './measurements/adding.ts'
import { measureCloud } from './measurements/cloud.ts'
import { measureFirstVisit } from './measurements/first-visit.ts'
import { measureFuzz } from './measurements/fuzz.ts'
import { measureIdentityMillion } from './measurements/identity-million.ts'
import { measureIdentity } from './measurements/identity.ts'
import { measureKeptPage } from './measurements/kept-page.ts'
import { measureMillion } from './measurements/million.ts'
import { measureMoving } from './measurements/moving.ts'
import { measureOpenPages } from './measurements/open-pages.ts'
import { measurePhotographedHome } from './measurements/photographed-home.ts'
import { measurePhotos } from './measurements/photos.ts'
import { measureProcess } from './measurements/process.ts'
import { measurePublishing } from './measurements/publishing.ts'
import { measureSizes } from './measurements/sizes.ts'
import { measureUncachedPage } from './measurements/uncached-page.ts'
import { measureVerification } from './measurements/verification.ts'
import { describeNoise } from './quiet.ts'
import { formatTable } from './table.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  sizes: measureSizes,
  'first-visit': measureFirstVisit,
  'photographed-home': measurePhotographedHome,
  moving: measureMoving,
  'kept-page': measureKeptPage,
  'uncached-page': measureUncachedPage,
  adding: measureAdding,
  'open-pages': measureOpenPages,
  cloud: measureCloud,
  million: measureMillion,
  identity: measureIdentity,
  'identity-million': measureIdentityMillion,
  verification: measureVerification,
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
  if (measure === undefined) throw new Error(`There is no ${name}; there are ${Object.keys(measurements).join(', ')}.`)
  process.stderr.write(`${name} …\n`)
  figures.push(...(await measure()))
}
process.stdout.write(`${machine}; ${describeNoise()}\n\n${formatTable(figures)}\n`)
