import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { shopVersion } from '../../src/process/version.ts'
import { pack } from '../release/archive.ts'
import { platforms } from '../release/platforms.ts'
import { makeProgramFolder } from '../release/program-folder.ts'

/** Of the second release, which differs from the first one in its version alone. */
export const newerVersion = '99.0.0'

/** The name of the folder and the archive of a version for this machine. */
export const nameOfRelease = (version: string): string => `stockinette-${version}-linux-${process.arch}`

/** Makes two releases for this machine from the files of the checkout, packed quickly. */
export function makeReleases(place: string): void {
  const platform = platforms.find(({ cpu }) => cpu === process.arch)
  if (platform === undefined) throw new Error(`There is no release for ${process.arch}.`)
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 10_000_000 }).split('\0')
  const commit = { hash: '', time: Math.floor(Date.now() / 1_000), files: files.filter(Boolean) }
  const [folder, newer] = [shopVersion, newerVersion].map((version) => join(place, nameOfRelease(version)))
  if (folder === undefined || newer === undefined) return
  makeProgramFolder(folder, platform, commit)
  pack(folder, commit, { level: 0 })
  renameSync(folder, newer)
  const file = join(newer, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"${shopVersion}"`, `"${newerVersion}"`))
  pack(newer, commit, { level: 0 })
}
