import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** A text in memory, compressed once, however many clients read it. */
export type CompressedFile = Awaited<ReturnType<typeof compressText>>

/** Compresses off the main thread, as the text is written. */
export async function compressText(text: Iterable<string> | AsyncIterable<string>) {
  const compressed = await pipeline(text, createGzip(), (bytes) => buffer(bytes))
  return {
    compressed,
    etag: `W/"${hash('sha256', compressed, 'base64url').slice(0, 22)}"`,
    /** The text for a client that accepts no compression, as it reads. */
    decompress: () => Readable.toWeb(Readable.from([compressed]).pipe(createGunzip())) as ReadableStream<Uint8Array>,
  }
}
