import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureBuild } from '../../../build/ensure-build.ts'
import { checkInDebian } from '../../../documents/debian-root.ts'
import { readCommit } from '../../../release/commit.ts'
import { ownPlatform } from '../../../release/platforms.ts'
import { makeReleaseFolder } from '../../../release/program-folder.ts'
import { buildImage } from './images.ts'
import { say, tryImage } from './try-image.ts'

// Builds the Dockerfile with the folder of a release, and starts the image as a container engine does.

const programs = ['apt-get', 'dpkg-deb', 'buildah', 'ip', 'nsenter']
await checkInDebian('Building the image and starting it', programs, async (scratch) => {
  await ensureBuild()
  const own = ownPlatform()
  makeReleaseFolder(own, readCommit())
  const image = buildImage(scratch, own)
  const size = execFileSync('du', ['-sm', join(image.files, 'stockinette')], { encoding: 'utf8' })
  say(`The image is built; ${Number.parseInt(size, 10)} MB of it are the shop.`)
  await tryImage(image)
})
