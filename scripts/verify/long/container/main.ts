import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { ensureBuild } from '../../../build/ensure-build.ts'
import { whyNoDebian } from '../../../documents/debian-root.ts'
import { readCommit } from '../../../release/commit.ts'
import { platforms } from '../../../release/platforms.ts'
import { makeProgramFolder, releaseFolder } from '../../../release/program-folder.ts'
import { Images } from './images.ts'
import { say, tryImage } from './try-image.ts'

// Builds the Dockerfile with the folder of a release, and starts the image as a container engine does.

const reason = whyNoDebian('apt-get', 'dpkg-deb', 'buildah', 'ip', 'nsenter')
if (reason === undefined) {
  using images = new Images()
  try {
    await ensureBuild()
    const own = platforms.find(({ cpu }) => cpu === process.arch)
    if (own === undefined) throw new Error(`There is no release for ${process.arch}.`)
    const folder = releaseFolder(own)
    rmSync(folder, { recursive: true, force: true })
    makeProgramFolder(folder, own, readCommit())
    const image = images.build(own)
    const size = execFileSync('du', ['-sm', join(image.files, 'stockinette')], { encoding: 'utf8' })
    say(`The image is built; ${Number.parseInt(size, 10)} MB of it are the shop.`)
    await tryImage(image)
  } catch (error) {
    say(`FAILED: ${inspect(error)}`)
    process.exitCode = 1
  }
} else say(`Building the image and starting it: NOT RUN: ${reason}.`)
