import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { shopVersion } from '../../src/process/version.ts'
import { pack } from '../release/archive.ts'
import { listFiles } from '../release/commit.ts'
import { ownPlatform } from '../release/platforms.ts'
import { makeProgramFolder } from '../release/program-folder.ts'

/** Of the second release, which differs from the first one in its version alone. */
export const newerVersion = '99.0.0'

/** The name of the folder and the archive of a version for this machine. */
export const nameOfRelease = (version: string): string => `stockinette-${version}-linux-${process.arch}`

/** Makes two releases for this machine from the files of the checkout, packed quickly. */
export function makeReleases(place: string): void {
  const commit = { hash: '', time: Math.floor(Date.now() / 1_000), files: listFiles() }
  const folder = join(place, nameOfRelease(shopVersion))
  const newer = join(place, nameOfRelease(newerVersion))
  makeProgramFolder(folder, ownPlatform(), commit)
  pack(folder, commit, { level: 0 })
  renameSync(folder, newer)
  const file = join(newer, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${shopVersion}"`, `"${newerVersion}"`))
  pack(newer, commit, { level: 0 })
}
