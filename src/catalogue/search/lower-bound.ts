/**
 * A binary search among `count` indexes, of which the first ones are below what is looked for, and no others.
 *
 * @returns the first index that is not below; `count` if all are.
 */
export function lowerBound(count: number, isBelow: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(middle)) low = middle + 1
    else high = middle
  }
  return low
}
