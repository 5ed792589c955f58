import { exportFileErrors } from './export-file-error.ts'
import { endShape, formatVersion, headShape } from './format.ts'
import { parseItemLine } from './item-line.ts'
import { readLines } from './lines.ts'
import type { Line } from './lines.ts'
import { createTieBreaker } from './tie-breaker.ts'
import type { TransferItem } from './transfer.ts'

/** A line of the file, read: an item, or what is wrong with it, for people. */
export type ReadLine =
  | { readonly line: number; readonly item: TransferItem }
  | { readonly line: number; readonly problem: string }

/**
 * Reads a file of items, line by line, with memory for a line and a chunk. A wrong line is told as such, and the next
 * one is read. Lines with nothing in them count, and are left out.
 *
 * @throws ExportFileError when the file as a whole cannot be read: it is none, or none of its lines can be trusted to be
 * all there were.
 */
export async function* readExportFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadLine> {
  const withTieBreaker = createTieBreaker()
  let itemLines = 0
  let last: Line | undefined
  let said: number | undefined

  for await (const line of readLines(refuseCompressed(chunks))) {
    if (last === undefined) {
      readHead(line)
      last = line
      continue
    }
    last = line
    if (line.text?.trim() === '') continue
    if (said !== undefined) throw exportFileErrors.afterEnd(line.number)
    const value = parseJson(line.text)
    const end = endShape.safeParse(value)
    if (end.success) {
      said = end.data.items
      continue
    }
    if (value === undefined && !line.isEnded) throw exportFileErrors.cutOff(line.number)
    itemLines += 1
    const item = value === undefined ? notJson(line) : parseItemLine(value)
    yield typeof item === 'string'
      ? { line: line.number, problem: item }
      : { line: line.number, item: withTieBreaker(item) }
  }

  if (last === undefined) throw exportFileErrors.empty()
  if (said === undefined) throw exportFileErrors.noEnd(last.number)
  if (said !== itemLines) throw exportFileErrors.otherCount(said, itemLines)
}

function readHead({ text }: Line): void {
  const head = headShape.safeParse(parseJson(text))
  if (!head.success) throw exportFileErrors.notAnArchive()
  if (head.data.version > formatVersion) throw exportFileErrors.newer(head.data.version, formatVersion)
}

function notJson({ text }: Line): string {
  return text === undefined ? 'This is no UTF-8 text.' : 'This is no JSON.'
}

/** JSON has no `undefined`: it stands for what cannot be read. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** The first bytes of gzip, Zip, Zstandard, xz and bzip2. */
const compressed = ['1f8b', '504b0304', '28b52ffd', 'fd377a585a00', '425a68'].map((hex) => Buffer.from(hex, 'hex'))

async function* refuseCompressed(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && compressed.some((magic) => magic.equals(chunk.subarray(0, magic.length)))) {
      throw exportFileErrors.compressed()
    }
    isFirst = false
    yield chunk
  }
}
