import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** A text in memory, compressed once, however many clients read it. */
export class CompressedFile {
  readonly etag: string
  readonly #bytes: Buffer<ArrayBuffer>

  private constructor(bytes: Buffer<ArrayBuffer>) {
    this.#bytes = bytes
    this.etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  }

  /** Compresses off the main thread, as the text is written. */
  static async of(text: Iterable<string> | AsyncIterable<string>): Promise<CompressedFile> {
    const bytes = await pipeline(text, createGzip(), (compressed) => buffer(compressed))
    return new CompressedFile(bytes)
  }

  get compressed(): Buffer<ArrayBuffer> {
    return this.#bytes
  }

  /** The text for a client that accepts no compression, as it reads. */
  decompress(): ReadableStream<Uint8Array> {
    return Readable.toWeb(Readable.from([this.#bytes]).pipe(createGunzip())) as ReadableStream<Uint8Array>
  }
}
