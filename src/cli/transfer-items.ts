import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { readExportFile, writeExportFile, type ReadLine } from '../catalogue/transfer/export-file.ts'
import { maxItemsPerPut, type ItemSink, type ItemSource, type PutOutcome } from '../catalogue/transfer/transfer.ts'
import { isShopError } from '../domain/errors.ts'
import type { StoredItem } from '../domain/item-state.ts'
import { photoIdsOf } from '../domain/photo.ts'
import { describeError } from '../messages/describe-error.ts'
import { RefusedError, type Command } from './command.ts'
import { createProgress, type Progress } from './progress.ts'
import { resolveUserPath, toFileError, writeNewFile } from './stores/files.ts'
import { describeLocation, openSink, openSource } from './stores/stores.ts'

/** Writes all items of the shop to a file, for another shop. */
export const exportItems: Command = {
  argument: 'FILE',
  summary:
    'write every piece to a new file, whether the shop is running or not; --private: with the notes of reservations',
  options: { private: { type: 'boolean' } },
  async run(config, argument, options) {
    const file = resolveUserPath(argument)
    const source = await openSource(config)
    const tally: Exported = { items: 0, ownPhotos: 0 }
    await writeNewFile(file, writeExportFile(countItems(source, tally), { isPrivate: options['private'] === true }))
    return describeExport(tally, describeLocation(config), file)
  },
}

interface Exported {
  items: number
  /** How many of them have photos, which are separate files. */
  ownPhotos: number
}

function describeExport({ items, ownPhotos }: Exported, where: string, file: string): string {
  const text = `Pieces exported from ${where} to ${file}: ${items}.`
  if (ownPhotos === 0) return text
  return `${text}\nPieces with photos: ${ownPhotos}. Copy the shop's photos folder to the other shop as well.`
}

/** All items, with progress; counts them in `tally`. */
async function* countItems(source: ItemSource, tally: Exported): AsyncGenerator<readonly StoredItem[]> {
  const progress = createProgress(await source.count(), process.stderr)
  for await (const page of source.all()) {
    yield page
    tally.items += page.length
    tally.ownPhotos += page.filter((item) => photoIdsOf(item).length > 0).length
    progress.step('written', page.length)
  }
}

/** How many invalid or differing lines are listed. */
const maxNamed = 10
const megabyte = 1_000_000
const retryHint = 'Nothing is lost or duplicated: run the same command again to continue.'

/** Imports the items of a file. All lines are checked before the first item is added. */
export const importItems: Command = {
  argument: 'FILE',
  summary: 'add the pieces of an exported file to the shop; those that it already has stay as they are',
  async run(config, argument) {
    const file = resolveUserPath(argument)
    const count = await check(file)
    await using opened = new AsyncDisposableStack()
    const sink = await openSink(config, opened)
    return describeImport(await importAll(file, count, sink), describeLocation(config))
  },
}

/** @returns the number of items in the file. @throws RefusedError, ExportFileError when the file is invalid. */
async function check(file: string): Promise<number> {
  const bytes = await sizeOf(file)
  const progress = createProgress(Math.ceil(bytes / megabyte), process.stderr)
  const wrong: string[] = []
  let items = 0
  let wrongCount = 0
  for await (const read of linesOf(file, progress)) {
    if ('item' in read) {
      items += 1
      continue
    }
    wrongCount += 1
    if (wrongCount <= maxNamed) wrong.push(`Line ${read.line}: ${read.problem}`)
  }
  if (wrongCount > maxNamed) wrong.push(`… and ${wrongCount - maxNamed} more.`)
  if (wrongCount > 0)
    throw new RefusedError([...wrong, `Nothing was imported. Invalid lines: ${wrongCount}.`].join('\n'))
  return items
}

interface Imported {
  readonly counts: Record<PutOutcome, number>
  /** Line numbers of the first differing items. */
  readonly differingLines: number[]
}

async function importAll(file: string, count: number, sink: ItemSink): Promise<Imported> {
  const progress = createProgress(count, process.stderr)
  const tally: Imported = { counts: { added: 0, present: 0, differs: 0 }, differingLines: [] }
  try {
    for await (const batch of batchesOf(linesOf(file))) {
      const outcomes = await sink.put(batch.map(({ item }) => item))
      for (const [index, outcome] of outcomes.entries()) {
        tally.counts[outcome] += 1
        if (outcome === 'differs' && tally.differingLines.length < maxNamed) {
          tally.differingLines.push(batch[index]?.line ?? 0)
        }
      }
      progress.step('imported', batch.length)
    }
    return tally
  } catch (error) {
    if (!isShopError(error) && !(error instanceof RefusedError)) throw error
    const added = `Pieces added so far: at least ${tally.counts.added}.`
    throw new RefusedError(`${describeError(error)} ${added} ${retryHint}`, { cause: error })
  }
}

function describeImport({ counts, differingLines }: Imported, where: string): string {
  const { added, present, differs } = counts
  const text = `Pieces added to ${where}: ${added}; already there: ${present}.`
  if (differs === 0) return text
  const lines = `${differingLines.join(', ')}${differs > differingLines.length ? ', …' : ''}`
  throw new RefusedError(
    `${text}\nNot imported, as the shop has a different piece with the same id: ${differs} (line ${lines}).`,
  )
}

type ItemLines = { readonly line: number; readonly item: StoredItem }[]

async function* batchesOf(lines: AsyncIterable<ReadLine>): AsyncGenerator<ItemLines> {
  let batch: ItemLines = []
  for await (const read of lines) {
    if ('problem' in read)
      throw new RefusedError(`The file has changed since it was checked. Line ${read.line}: ${read.problem}`)
    batch.push(read)
    if (batch.length === maxItemsPerPut) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch (error) {
    throw toFileError(error, file, 'read')
  }
  throw new RefusedError(`${file} is not a file. It is read twice: once to check it and once to import it.`)
}

async function* linesOf(file: string, progress?: Progress): AsyncGenerator<ReadLine> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    yield* readExportFile(withProgress(stream, progress))
  } catch (error) {
    throw toFileError(error, file, 'read')
  }
}

/** The chunks of a stream. Reports each started megabyte to `progress`. */
async function* withProgress(stream: AsyncIterable<Uint8Array>, progress?: Progress): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let reported = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    progress?.step('MB checked', Math.ceil(bytes / megabyte) - reported)
    reported = Math.ceil(bytes / megabyte)
    yield chunk
  }
}
