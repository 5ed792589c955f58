import { exportFileErrors } from './export-file-error.ts'
import { endShape, formatVersion, headShape } from './format.ts'
import { parseItemLine } from './item-line.ts'
import { readLines, type Line } from './lines.ts'
import { createTieBreaker } from './tie-breaker.ts'
import type { TransferItem } from './transfer.ts'

/** A line of the file: an item, or a readable message that lists its problems. */
export type ReadLine =
  | { readonly line: number; readonly item: TransferItem }
  | { readonly line: number; readonly problem: string }

/**
 * Reads an export file line by line, with memory for one line and one chunk. An invalid line is returned as a problem, and
 * reading continues. Empty lines are skipped.
 *
 * @throws ExportFileError if the file as a whole is invalid or incomplete.
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
  if (!head.success) throw exportFileErrors.notAnExport()
  if (head.data.version > formatVersion) throw exportFileErrors.newer(head.data.version, formatVersion)
}

function notJson({ text }: Line): string {
  return text === undefined ? 'This is not UTF-8 text.' : 'This is not JSON.'
}

/** `undefined`, which JSON does not have, for invalid JSON. */
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
