import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { readExportFile, type ReadLine } from '../catalogue/transfer/export-file.ts'
import { maxItemsPerPut, type ItemSink, type PutOutcome } from '../catalogue/transfer/transfer.ts'
import { isShopError } from '../domain/errors.ts'
import type { StoredItem } from '../domain/item-state.ts'
import { describeError } from '../messages/describe-error.ts'
import { RefusedError, type Command } from './command.ts'
import { createProgress, type Progress } from './progress.ts'
import { resolveUserPath, toFileError } from './stores/files.ts'
import { describeLocation, openSink } from './stores/stores.ts'

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
    return summary(await importAll(file, count, sink), describeLocation(config))
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

interface Tally {
  readonly counts: Record<PutOutcome, number>
  /** Line numbers of the first differing items. */
  readonly differingLines: number[]
}

async function importAll(file: string, count: number, sink: ItemSink): Promise<Tally> {
  const progress = createProgress(count, process.stderr)
  const tally: Tally = { counts: { added: 0, present: 0, differs: 0 }, differingLines: [] }
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
    throw new RefusedError(
      `${describeError(error)} Pieces added so far: at least ${tally.counts.added}. ${retryHint}`,
      {
        cause: error,
      },
    )
  }
}

function summary({ counts, differingLines }: Tally, where: string): string {
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
