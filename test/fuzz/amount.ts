/** `FUZZ_SEED`; the tests use the same cases each time, so that a failure is this commit's own. */
export function fuzzSeed(): number {
  return Number(process.env['FUZZ_SEED'] ?? 20_261_122)
}

/** `FUZZ_CASES`: how many cases of each kind are tried. */
export function fuzzCases(): number {
  return Number(process.env['FUZZ_CASES'] ?? 2_000)
}
