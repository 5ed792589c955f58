/** `FUZZ_SEED`: the seed of the cases. By default the tests have the same cases each time. */
export function fuzzSeed(fallback = 20_261_122): number {
  return Number(process.env['FUZZ_SEED'] ?? fallback)
}

/** `FUZZ_CASES`: the number of cases of each kind. */
export function fuzzCases(fallback = 2_000): number {
  return Number(process.env['FUZZ_CASES'] ?? fallback)
}
