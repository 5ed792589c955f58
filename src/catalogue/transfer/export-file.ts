import { z } from 'zod'

import type { StoredItem } from '../../domain/item-state.ts'
import { withoutPrivate } from '../../domain/stored-fields.ts'
import { toItemLine, parseItemLine } from './item-line.ts'

/** An export file that cannot be read; `message` is for people and says why. */
class ExportFileError extends Error {
  override name = 'ExportFileError'
}

const exportFileErrors = {
  newer: (version: number) =>
    new ExportFileError(
      `The file was written by a newer version of the shop (format ${version}; this one reads ${formatVersion}). ` +
        'Import it with that version.',
    ),
  truncated: (line: number) =>
    new ExportFileError(`The file is truncated in line ${line}. Copy it again, or export again.`),
  notAnExport: (reason: string) =>
    new ExportFileError(
      `The file is not an export of a shop: ${reason}. Unpack it first if it is compressed, or export again.`,
    ),
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

/**
 * The text of an export file, page by page.
 *
 * @param isPrivate whether it has what only owners see, such as the notes of reservations.
 */
export async function* writeExportFile(
  pages: AsyncIterable<readonly StoredItem[]>,
  { isPrivate = false } = {},
): AsyncGenerator<string> {
  yield toLine({ format: 'stockinette-items', version: formatVersion } satisfies z.infer<typeof headShape>)
  let items = 0
  for await (const page of pages) {
    items += page.length
    yield page.map((item) => toLine(toItemLine(isPrivate ? item : withoutPrivate(item)))).join('')
  }
  yield toLine({ items } satisfies z.infer<typeof endShape>)
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

  for await (const line of readLines(chunks)) {
    if (last === undefined) {
      readHead(line)
      last = line
      continue
    }
    last = line
    if (line.text?.trim() === '') continue
    if (said !== undefined) throw exportFileErrors.notAnExport(`line ${line.number} comes after its last line`)
    const value = parseJson(line.text)
    const end = endShape.safeParse(value)
    if (end.success) {
      said = end.data.items
      continue
    }
    if (value === undefined && !line.isEnded) throw exportFileErrors.truncated(line.number)
    itemLines += 1
    const item = value === undefined ? notJson(line) : parseItemLine(value)
    yield typeof item === 'string' ? { line: line.number, problem: item } : { line: line.number, item }
  }

  if (last === undefined) throw exportFileErrors.notAnExport('it is empty')
  if (said === undefined) throw exportFileErrors.truncated(last.number + 1)
  if (said !== itemLines)
    throw exportFileErrors.notAnExport(`its last line says that it has ${said} items, but it has ${itemLines}`)
}

function readHead({ text }: Line): void {
  const head = headShape.safeParse(parseJson(text))
  if (!head.success) throw exportFileErrors.notAnExport('its first line is not the header')
  if (head.data.version > formatVersion) throw exportFileErrors.newer(head.data.version)
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

/**
 * More than any item needs: some 7,700 characters, each of up to six bytes in JSON, and 5 KB of photos.
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
    if (bytes > maxLineBytes)
      throw exportFileErrors.notAnExport(`line ${number} is longer than ${maxLineBytes / 1024} KB`)
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
