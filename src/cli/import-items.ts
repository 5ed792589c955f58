import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { readExportFile } from '../catalogue/transfer/read-export-file.ts'
import type { ReadLine } from '../catalogue/transfer/read-export-file.ts'
import { maxItemsPerPut } from '../catalogue/transfer/transfer.ts'
import type { PutOutcome, ItemSink, TransferItem } from '../catalogue/transfer/transfer.ts'
import { isShopError } from '../domain/errors.ts'
import { describeError } from '../messages/describe-error.ts'
import type { Command } from './command.ts'
import { RefusedError } from './connect.ts'
import { createProgress } from './progress.ts'
import type { Progress } from './progress.ts'
import { toFileProblem } from './stores/file-problem.ts'
import { openSink } from './stores/stores.ts'

/** As many wrong or differing lines are named; more would scroll away. */
const maxNamed = 10
const megabyte = 1_000_000
const again = 'Nothing is lost or doubled: give the same command again, and it goes on.'

/** Brings the pieces of a file to the shop: all lines are checked before the first one is kept. */
export const importItems: Command = {
  usage: 'FILE',
  summary: 'bring the pieces of an exported file to the shop; those that it has already are left alone',
  options: {},
  arity: 1,
  async run(config, { positionals: [file = ''] }) {
    const count = await check(file)
    const sink = await openSink(config)
    try {
      const tally = await bring(file, count, sink)
      return summary(tally, sink.where)
    } finally {
      await sink.close()
    }
  },
}

/** @returns how many items the file has. @throws RefusedError, ExportFileError when anything is wrong with it. */
async function check(file: string): Promise<number> {
  const bytes = await sizeOf(file)
  const progress = createProgress(Math.ceil(bytes / megabyte), process.stderr)
  const wrong: string[] = []
  let items = 0
  let wrongs = 0
  try {
    for await (const read of linesOf(file, progress)) {
      if ('item' in read) items += 1
      else if ((wrongs += 1) <= maxNamed) wrong.push(`Line ${read.line}: ${read.problem}`)
    }
  } finally {
    progress.end()
  }
  if (wrongs > maxNamed) wrong.push(`… and ${wrongs - maxNamed} more.`)
  if (wrongs > 0) throw new RefusedError([...wrong, `Nothing was imported. Wrong lines: ${wrongs}.`].join('\n'))
  return items
}

interface Tally {
  readonly counts: Record<PutOutcome, number>
  /** Of the first that differ. */
  readonly differingLines: number[]
}

async function bring(file: string, count: number, sink: ItemSink): Promise<Tally> {
  const progress = createProgress(count, process.stderr)
  const tally: Tally = { counts: { added: 0, present: 0, differs: 0 }, differingLines: [] }
  try {
    for await (const batch of batchesOf(linesOf(file))) {
      const arrivals = await sink.put(batch.map(({ item }) => item))
      for (const [index, arrival] of arrivals.entries()) {
        tally.counts[arrival] += 1
        if (arrival === 'differs' && tally.differingLines.length < maxNamed) {
          tally.differingLines.push(batch[index]?.line ?? 0)
        }
      }
      progress.step('imported', batch.length)
    }
    return tally
  } catch (error) {
    if (!isShopError(error) && !(error instanceof RefusedError)) throw error
    throw new RefusedError(`${describeError(error)} Pieces added so far, at least: ${tally.counts.added}. ${again}`, {
      cause: error,
    })
  } finally {
    progress.end()
  }
}

function summary({ counts, differingLines }: Tally, where: string): string {
  const { added, present, differs } = counts
  const told = `Pieces added to ${where}: ${added}; there already: ${present}.`
  if (differs === 0) return told
  const lines = `${differingLines.join(', ')}${differs > differingLines.length ? ', …' : ''}`
  throw new RefusedError(
    `${told}\nThe shop has another piece under the same id, and keeps it: ${differs} (line ${lines}).`,
  )
}

type ItemLines = { readonly line: number; readonly item: TransferItem }[]

async function* batchesOf(lines: AsyncIterable<ReadLine>): AsyncGenerator<ItemLines> {
  let batch: ItemLines = []
  for await (const read of lines) {
    if ('problem' in read) throw new RefusedError(`The file was changed meanwhile. Line ${read.line}: ${read.problem}`)
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
    throw toFileProblem(error, file, 'read')
  }
  throw new RefusedError(`${file} is not a file. It is read twice: once to check it and once to import it.`)
}

async function* linesOf(file: string, progress?: Progress): AsyncGenerator<ReadLine> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  try {
    yield* readExportFile(watched(stream, progress))
  } catch (error) {
    throw toFileProblem(error, file, 'read')
  }
}

/** The chunks of a stream; the progress is told of each megabyte that was begun. */
async function* watched(stream: AsyncIterable<Uint8Array>, progress?: Progress): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let told = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    progress?.step('MB checked', Math.ceil(bytes / megabyte) - told)
    told = Math.ceil(bytes / megabyte)
    yield chunk
  }
}
