import { z } from 'zod'

import type { StoredItem } from '../../domain/item-state.ts'
import { toItemLine, parseItemLine } from './item-line.ts'

/** An export file that cannot be read; `message` is for people and says why, with the line number. */
class ExportFileError extends Error {
  override name = 'ExportFileError'
}

/** The problems of an export file as a whole. */
const exportFileErrors = {
  empty: () => new ExportFileError('The file is empty.'),
  compressed: () => new ExportFileError('The file is compressed. Unpack it first, with gunzip or the like.'),
  notAnExport: () =>
    new ExportFileError(
      'The file is not an export of a shop: its first line is not the header. Make one with the export command.',
    ),
  newer: (version: number, known: number) =>
    new ExportFileError(
      `The file was written by a newer version of the shop (format ${version}; this one reads ${known}). ` +
        'Import it with that version.',
    ),
  lineTooLong: (line: number, maxBytes: number) =>
    new ExportFileError(`Line ${line} is longer than ${maxBytes / 1024} KB; no item needs that much.`),
  cutOff: (line: number) =>
    new ExportFileError(`The file is truncated in line ${line}. Copy it again, or export again.`),
  noEnd: (line: number) =>
    new ExportFileError(
      `The file is truncated after line ${line}: the last line, with the number of items, is missing. ` +
        'Copy it again, or export again.',
    ),
  otherCount: (said: number, found: number) =>
    new ExportFileError(
      `The file's last line says that it has ${said} items, but it has ${found}: lines are missing or duplicated.`,
    ),
  afterEnd: (line: number) =>
    new ExportFileError(`Line ${line} comes after the line that ends the file. Was another file appended to it?`),
}

/**
 * The version of the format that is written. Older ones can be read: version 1 had no `sold`, `hidden` and `removedAt`,
 * version 2 no `photos`, version 3 no details. A new detail needs no new version. `docs/transfer.md` describes it.
 */
const formatVersion = 4

/** The first line: the header. */
const headShape = z.object({ format: z.literal('stockinette-items'), version: z.int().positive() })

/** The last line: the number of items, which shows whether the file is complete. */
const endShape = z.strictObject({ items: z.int().nonnegative() })

type Head = z.infer<typeof headShape>
type End = z.infer<typeof endShape>

/** The text of an export file, page by page. */
export async function* writeExportFile(pages: AsyncIterable<readonly StoredItem[]>): AsyncGenerator<string> {
  const head: Head = { format: 'stockinette-items', version: formatVersion }
  yield toLine(head)
  let items = 0
  for await (const page of pages) {
    items += page.length
    yield page.map((item) => toLine(toItemLine(item))).join('')
  }
  const end: End = { items }
  yield toLine(end)
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** A line of the file: an item, or a readable message that lists its problems. */
export type ReadLine =
  | { readonly line: number; readonly item: StoredItem }
  | { readonly line: number; readonly problem: string }

/**
 * Reads an export file line by line, with memory for one line and one chunk. An invalid line is returned as a problem, and
 * reading continues. Empty lines are skipped.
 *
 * @throws ExportFileError if the file as a whole is invalid or incomplete.
 */
export async function* readExportFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadLine> {
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
    yield typeof item === 'string' ? { line: line.number, problem: item } : { line: line.number, item }
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

/**
 * More than any item needs: some 7,700 characters, each of up to six bytes in JSON, and 5 KB of photos. Exported for
 * tests.
 */
export const maxLineBytes = 64 * 1024

interface Line {
  /** From 1. */
  readonly number: number
  /** Without the line break; `undefined` if the bytes are not UTF-8 text. */
  readonly text: string | undefined
  /** Whether a line break ends it; only the last line may have none. */
  readonly isEnded: boolean
}

const lineFeed = 0x0a

/**
 * Splits bytes into lines of UTF-8 text, with memory for one line and one chunk. A byte order mark is left out; a carriage
 * return before a line break is white space in JSON.
 *
 * @throws ExportFileError at a line of more than {@link maxLineBytes}.
 */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 1
  let rest = Buffer.alloc(0)

  const decode = (bytes: Uint8Array): string | undefined => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
  const refuseTooLong = (bytes: number) => {
    if (bytes > maxLineBytes) throw exportFileErrors.lineTooLong(number, maxLineBytes)
  }

  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      refuseTooLong(end - start)
      yield { number, text: decode(bytes.subarray(start, end)), isEnded: true }
      number += 1
      start = end + 1
    }
    refuseTooLong(bytes.length - start)
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) yield { number, text: decode(rest), isEnded: false }
}
