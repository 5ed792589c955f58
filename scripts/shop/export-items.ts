import { writeArchive } from '../../src/archive/write-archive.ts'
import type { Item } from '../../src/domain/item.ts'
import type { ItemSource } from '../../src/store/archive.ts'
import { createProgress } from '../progress.ts'
import type { Command } from './command.ts'
import { openSource } from './stores.ts'
import { writeNewFile } from './write-new-file.ts'

/** All pieces of the shop in one file, to bring to another shop. */
export const exportItems: Command = {
  usage: 'FILE',
  summary: 'write every piece to a new file, whether the shop is running or not',
  options: {},
  arity: 1,
  async run(config, { positionals: [file = ''] }) {
    const source = await openSource(config)
    try {
      const tally = { items: 0, ownPhotos: 0 }
      await writeNewFile(file, writeArchive(counted(source, tally)))
      return [
        `${tally.items} pieces of ${source.where} are in ${file}.`,
        ...(tally.ownPhotos > 0
          ? [
              `${tally.ownPhotos} of them have photos of the shop's own: copy its folder photos to the other shop as well.`,
            ]
          : []),
      ].join('\n')
    } finally {
      await source.close()
    }
  },
}

/** All items, with progress, counted on their way. */
async function* counted(
  source: ItemSource,
  tally: { items: number; ownPhotos: number },
): AsyncGenerator<readonly Item[]> {
  const progress = createProgress(await source.count(), process.stderr)
  try {
    for await (const page of source.all()) {
      yield page
      tally.items += page.length
      tally.ownPhotos += page.filter(({ imageUrl }) => imageUrl.startsWith('/')).length
      progress.step('written', page.length)
    }
  } finally {
    progress.end()
  }
}
