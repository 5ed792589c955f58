/** Writes photos as a phone takes them to a folder, and prints their paths. A separate process, away from the measured core. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { largePhoto } from '../../test/kit/photos/photos.ts'

const [folder = '', count = ''] = process.argv.slice(2)
const paths = Array.from({ length: Number(count) }, (_, index) => join(folder, `IMG_${index + 1}.jpg`))

for (const path of paths) await writeFile(path, await largePhoto())
process.stdout.write(JSON.stringify(paths))
