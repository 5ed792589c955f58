import { isFullSize } from '../kit/test-size.ts'

/** Other cases each day, such as 20261122. */
const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** `FUZZ_SEED`: the seed of the cases, which a failure names. By default that of the day. */
export function fuzzSeed(fallback = today): number {
  return Number(process.env['FUZZ_SEED'] ?? fallback)
}

/** `FUZZ_CASES`: the number of cases of each kind. */
export function fuzzCases(fallback = isFullSize ? 2_000 : 500): number {
  return Number(process.env['FUZZ_CASES'] ?? fallback)
}
