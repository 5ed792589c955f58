/** `FUZZ_SEED`, which the cases follow from. The tests have the same ones each time, so that a failure is this commit's own. */
export function fuzzSeed(otherwise = 20_261_122): number {
  return Number(process.env['FUZZ_SEED'] ?? otherwise)
}

/** `FUZZ_CASES`: how many cases of each kind are tried. */
export function fuzzCases(otherwise = 2_000): number {
  return Number(process.env['FUZZ_CASES'] ?? otherwise)
}
