import { exportFileErrors } from './export-file-error.ts'

/**
 * More than any item needs: some 6,500 characters, each of up to six bytes in JSON, and 5 KB of photos. Exported for
 * tests.
 */
export const maxLineBytes = 64 * 1024

export interface Line {
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
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
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
