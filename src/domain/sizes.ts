/** The longest size in a choice, and the most of them: anything longer is a description. */
const limits = { length: 24, count: 12 } as const

/**
 * The sizes in an item's size field to choose from: `S / M / L`, `S, M, L`, and `S/M/L`. Empty for one size: `One size`,
 * and also `S/M`, which is one size that fits two.
 */
export function sizesOf(size: string | null): readonly string[] {
  for (const [separator, minimum] of [
    [', ', 2],
    [' / ', 2],
    [',', 3],
    ['/', 3],
  ] as const) {
    const sizes = [...new Set((size ?? '').split(separator).map((each) => each.trim()))]
    const isChoice = sizes.every((each) => each !== '' && each.length <= limits.length)
    if (sizes.length >= minimum) return isChoice && sizes.length <= limits.count ? sizes : []
  }
  return []
}
