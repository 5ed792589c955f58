import type { FacetName } from '../../domain/catalogue/facets.ts'

/** A text of each row, and the facets that it names. Each text is stored once. */
export class FacetColumn {
  readonly #split: (text: string) => readonly FacetName[]
  #textOf = new Uint32Array(64)
  readonly #names: (readonly FacetName[])[] = []
  /** The index in `#names` of the names of each text. */
  readonly #numbers = new Map<string, number>()

  constructor(split: (text: string) => readonly FacetName[]) {
    this.#split = split
  }

  set(row: number, text: string): void {
    if (row >= this.#textOf.length) this.#textOf = withRoom(this.#textOf, row)
    this.#textOf[row] = this.#numbers.getOrInsertComputed(text, () => this.#names.push(this.#split(text)) - 1)
  }

  namesAt(row: number): readonly FacetName[] {
    return this.#names[this.#textOf[row] ?? 0] ?? []
  }

  /** Tells whether a row has a facet. It is valid until the next change. */
  matcher(key: string): (row: number) => boolean {
    const has = Uint8Array.from(this.#names, (names) => Number(names.some((name) => name.key === key)))
    const textOf = this.#textOf
    return (row) => has[textOf[row] ?? 0] === 1
  }
}

/** A copy of a typed array that has an element at an index, and room for more. */
export function withRoom<T extends Uint16Array | Uint32Array | Float64Array>(array: T, index: number): T {
  const grown = new (array.constructor as new (length: number) => T)(Math.ceil((index + 1) * 1.5))
  grown.set(array)
  return grown
}
