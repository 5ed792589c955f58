import type { Socket } from 'node:net'

const newline = 0x0a

/** Bytes in one message, at most. */
const maxBytes = 1024 * 1024

/**
 * The lines that arrive through a socket, which stays open; the last one may have no line break.
 *
 * @throws Error when a line is longer than a megabyte, or the connection is lost.
 */
export async function* readLines(socket: Socket): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    let rest = chunk as Buffer
    for (let end = rest.indexOf(newline); end !== -1; end = rest.indexOf(newline)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString()
      rest = rest.subarray(end + 1)
      parts = []
      bytes = 0
    }
    parts.push(rest)
    bytes += rest.length
    if (bytes > maxBytes) throw new Error('A message is too long.')
  }
  if (bytes > 0) yield Buffer.concat(parts).toString()
}

/** Sends a value as a line of JSON. */
export function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
