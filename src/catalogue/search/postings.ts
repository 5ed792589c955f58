import { lowerBound } from './lower-bound.ts'

/** How many fields an entry can tell apart: a row and a field share a number. */
const fieldBits = 3

/** The row of an entry of {@link Postings}. */
export function rowOf(entry: number): number {
  return entry >>> fieldBits
}

/** The field of an entry of {@link Postings}: 0 to 7. */
export function fieldOf(entry: number): number {
  return entry & ((1 << fieldBits) - 1)
}

/** Some of the entries, in their order. Only the first `size` are used. */
export interface Chunk {
  entries: Uint32Array
  size: number
}

/** Chunks of one size, however long a list is, leave no holes in the memory of the process. */
const maxChunkSize = 512

/** The rows of the items that have a word, each with the first of its fields that has it: a posting list, sorted by row. */
export class Postings {
  /** None is empty. */
  readonly #chunks: Chunk[] = []

  get chunks(): readonly Readonly<Chunk>[] {
    return this.#chunks
  }

  get size(): number {
    return this.#chunks.reduce((sum, { size }) => sum + size, 0)
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  set(row: number, field: number): void {
    const entry = (row << fieldBits) + field
    const index = this.#chunkOf(row)
    const chunk = this.#chunks[index]
    if (chunk === undefined) {
      this.#chunks.push({ entries: Uint32Array.of(entry, 0), size: 1 })
      return
    }
    const at = positionIn(chunk, row)
    if (at < chunk.size && rowOf(chunk.entries[at] ?? 0) === row) chunk.entries[at] = entry
    else this.#insert(index, chunk, at, entry)
  }

  delete(row: number): void {
    const index = this.#chunkOf(row)
    const chunk = this.#chunks[index]
    if (chunk === undefined) return
    const at = positionIn(chunk, row)
    if (at === chunk.size || rowOf(chunk.entries[at] ?? 0) !== row) return
    chunk.entries.copyWithin(at, at + 1, chunk.size)
    chunk.size -= 1
    if (chunk.size === 0) this.#chunks.splice(index, 1)
  }

  #insert(index: number, chunk: Chunk, at: number, entry: number): void {
    if (chunk.size === maxChunkSize) {
      // At its end a list continues in a new chunk. Elsewhere a chunk is split.
      const half = at === chunk.size ? at : maxChunkSize / 2
      const entries = new Uint32Array(maxChunkSize)
      entries.set(chunk.entries.subarray(half))
      const next = { entries, size: chunk.size - half }
      chunk.size = half
      this.#chunks.splice(index + 1, 0, next)
      if (at >= half) this.#insert(index + 1, next, at - half, entry)
      else this.#insert(index, chunk, at, entry)
      return
    }
    if (chunk.size === chunk.entries.length) {
      const grown = new Uint32Array(2 * chunk.size)
      grown.set(chunk.entries)
      chunk.entries = grown
    }
    chunk.entries.copyWithin(at + 1, at, chunk.size)
    chunk.entries[at] = entry
    chunk.size += 1
  }

  /** The last chunk that begins at this row or before it, else the first one. New rows have the highest numbers. */
  #chunkOf(row: number): number {
    const begins = (index: number) => rowOf(this.#chunks[index]?.entries[0] ?? 0) <= row
    const last = this.#chunks.length - 1
    return Math.max(0, last <= 0 || begins(last) ? last : lowerBound(last, begins) - 1)
  }
}

/** Where a row is among the entries of a chunk, or would be. */
function positionIn({ entries, size }: Chunk, row: number): number {
  if (rowOf(entries[size - 1] ?? 0) < row) return size
  return lowerBound(size, (index) => rowOf(entries[index] ?? 0) < row)
}
