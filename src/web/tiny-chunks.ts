import { IncomingMessage } from 'node:http'

/** How many chunks any body may arrive in, and the average size in bytes from there on. A slow network delivers larger ones. */
const chunkLimits = { few: 64, averageBytes: 32 }

/**
 * A request that ends when its body arrives in many tiny chunks. Each chunk costs as much as a large one: 64 KB of one byte each
 * would keep the shop busy for a third of a second, and nothing that counts bytes or requests notices them.
 */
export class RequestOfLargeChunks extends IncomingMessage {
  #chunks = 0
  #bytes = 0
  #isRefused = false

  /** Node's parser calls it for each chunk, and goes on until the end of what it has read; with `null` at the end. */
  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (this.#isRefused) return true
    this.#chunks++
    this.#bytes += chunk?.length ?? 0
    if (this.#chunks <= chunkLimits.few || this.#bytes >= this.#chunks * chunkLimits.averageBytes) {
      return super.push(chunk, encoding)
    }
    this.#isRefused = true
    this.socket.destroy()
    return true
  }
}
