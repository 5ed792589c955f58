import { writeExportFile } from '../catalogue/transfer/export-file.ts'
import type { ItemSource } from '../catalogue/transfer/transfer.ts'
import type { StoredItem } from '../domain/item-state.ts'
import { photoIdsOf } from '../domain/photo.ts'
import type { Command } from './command.ts'
import { createProgress } from './progress.ts'
import { resolveUserPath, writeNewFile } from './stores/files.ts'
import { describeLocation, openSource } from './stores/stores.ts'

/** Writes all items of the shop to a file, for another shop. */
export const exportItems: Command = {
  argument: 'FILE',
  summary:
    'write every piece to a new file, whether the shop is running or not; --private: with the notes of reservations',
  options: { private: { type: 'boolean' } },
  async run(config, argument, options) {
    const file = resolveUserPath(argument)
    const source = await openSource(config)
    const tally: Tally = { items: 0, ownPhotos: 0 }
    await writeNewFile(file, writeExportFile(countItems(source, tally), { isPrivate: options['private'] === true }))
    return summary(tally, describeLocation(config), file)
  },
}

interface Tally {
  items: number
  /** How many of them have photos, which are separate files. */
  ownPhotos: number
}

function summary({ items, ownPhotos }: Tally, where: string, file: string): string {
  const text = `Pieces exported from ${where} to ${file}: ${items}.`
  if (ownPhotos === 0) return text
  return `${text}\nPieces with photos: ${ownPhotos}. Copy the shop's photos folder to the other shop as well.`
}

/** All items, with progress; counts them in `tally`. */
async function* countItems(source: ItemSource, tally: Tally): AsyncGenerator<readonly StoredItem[]> {
  const progress = createProgress(await source.count(), process.stderr)
  for await (const page of source.all()) {
    yield page
    tally.items += page.length
    tally.ownPhotos += page.filter((item) => photoIdsOf(item).length > 0).length
    progress.step('written', page.length)
  }
}
