import { statSync } from 'node:fs'

import { ensureBuild } from '../build/ensure-build.ts'
import { pack } from './archive.ts'
import { readCommit } from './commit.ts'
import { findWrongNativeFiles } from './native-files.ts'
import { choosePlatforms } from './platforms.ts'
import { makeReleaseFolder } from './program-folder.ts'

// `npm run release`: an archive for each platform in `release/`, with its digest. It needs Debian's apt, tar, xz and readelf.

const chosen = choosePlatforms(process.argv.slice(2))
const commit = readCommit()
await ensureBuild()
for (const platform of chosen) {
  const folder = makeReleaseFolder(platform, commit)
  const wrong = findWrongNativeFiles(folder, platform)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const archive = pack(folder, commit)
  process.stdout.write(`${archive}: ${(statSync(archive).size / 1_000_000).toFixed(1)} MB\n`)
}
