/** The longest size in a choice, and the most of them: anything longer is a description. */
const limits = { length: 24, count: 12 } as const

/**
 * How sizes are separated, and the fewest sizes of a choice. A separator that has blanks around it in one place may lack them
 * in another: a comma everywhere but between digits, as in `10,5`, and a slash on one side, because `S/M` is a size.
 */
const separators = [
  { mark: ', ', between: /,(?!\d)| ,/, minimum: 2 },
  { mark: ' / ', between: / \/|\/ /, minimum: 2 },
  { mark: ',', between: ',', minimum: 3 },
  { mark: '/', between: '/', minimum: 3 },
] as const

/**
 * The sizes in an item's size field to choose from: `S / M / L`, `S, M, L`, and `S/M/L`. Empty for one size: `One size`,
 * and also `S/M`, which is one size that fits two.
 */
export function sizesOf(size: string | null): readonly string[] {
  const text = size ?? ''
  for (const { mark, between, minimum } of separators) {
    const sizes = text.includes(mark) ? split(text, between) : []
    const isChoice = sizes.every((each) => each !== '' && each.length <= limits.length)
    if (sizes.length >= minimum) return isChoice && sizes.length <= limits.count ? sizes : []
  }
  return []
}

/** The different parts of a text, without empty ones at its ends. */
function split(text: string, between: string | RegExp): string[] {
  const parts = text.split(between).map((each) => each.trim())
  const isFilled = (part: string) => part !== ''
  return [...new Set(parts.slice(parts.findIndex(isFilled), parts.findLastIndex(isFilled) + 1))]
}
