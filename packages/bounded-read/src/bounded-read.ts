/** A stream of Node or of the web, or any other source of bytes. */
export type Chunks = AsyncIterable<Uint8Array>

/** Thrown as soon as there are more bytes than allowed. The rest is not read. */
export class TooManyBytesError extends Error {
  readonly code = 'TOO_MANY_BYTES'

  constructor(maxBytes: number) {
    super(`There are more than ${maxBytes} bytes.`)
    this.name = 'TooManyBytesError'
  }
}

export function isTooManyBytes(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TOO_MANY_BYTES'
}

/** Passes chunks on. @throws TooManyBytesError; and errors of the stream, which the other functions throw too. */
export async function* limitBytes(chunks: Chunks, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new TooManyBytesError(maxBytes)
    yield chunk
  }
}

/** All bytes. @throws TooManyBytesError */
export async function readAtMost(chunks: Chunks, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(limitBytes(chunks, maxBytes)))
}

/** The first `maxBytes` bytes, and one more if there are more. */
export async function readStart(chunks: Chunks, maxBytes: number): Promise<Buffer> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    read.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) break
  }
  return Buffer.concat(read).subarray(0, maxBytes + 1)
}

/** The text of a request's body. @throws TooManyBytesError, at once when `Content-Length` says so. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const statedBytes = request.headers.get('Content-Length')
  if (Number(statedBytes) > maxBytes) throw new TooManyBytesError(maxBytes)
  // The HTTP server passes on no more than the stated length.
  if (statedBytes !== null || request.body === null) return request.text()
  // The connection is still needed for the response: stopping early must not close it.
  return (await readAtMost(request.body.values({ preventCancel: true }), maxBytes)).toString()
}
