import { findFirestoreEmulator } from '../test/firestore-emulator.ts'

/** One check of `npm run verify`: a short name, as in `docs/TESTING.md`, and the command that runs it. */
export interface Check {
  readonly name: string
  readonly command: string
  /** Too long for `npm test`: runs with `npm run verify -- long` only. */
  readonly isLong?: boolean
}

/** Without Google's emulator, only what runs in process. */
const cloudTests = findFirestoreEmulator() === undefined ? 'test/cloud/stand-in/*.test.ts' : 'test/cloud/**/*.test.ts'

/** Test files mostly wait for processes and clocks: on two cores, Node's default would be one file at a time. */
const test = 'node --test --test-timeout=300000 --test-concurrency=3'

/** Everything that must pass before a commit, in this order, and what is long. */
export const checks: readonly Check[] = [
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'page-types', command: 'react-router typegen' },
  { name: 'types', command: 'tsc -p tsconfig.json' },
  { name: 'browser-types', command: 'tsc -p app/tsconfig.json' },
  { name: 'imports', command: 'node scripts/verify/check-imports.ts' },
  { name: 'patterns', command: 'node scripts/verify/regular-expressions/check-regular-expressions.ts' },
  { name: 'unit', command: `${test} "{app,src,scripts}/**/*.test.ts" "packages/*/src/**/*.test.ts"` },
  { name: 'identity', command: `${test} "packages/identity/test/*.test.ts"` },
  { name: 'images', command: `${test} "test/images/*.test.ts"` },
  { name: 'browser', command: 'node scripts/test/browser.ts' },
  { name: 'conformance', command: `${test} packages/identity/conformance/conformance.test.ts` },
  { name: 'build', command: 'node scripts/build.ts' },
  { name: 'bucket', command: `${test} "test/bucket/*.test.ts"` },
  { name: 'shop', command: `${test} --test-global-setup=test/kit/shop/build-once.ts "test/shop/*.test.ts"` },
  { name: 'faults', command: `${test} --test-global-setup=test/kit/shop/build-once.ts "test/faults/*.test.ts"` },
  { name: 'cloud', command: `${test} --test-global-setup=test/cloud/global-setup.ts "${cloudTests}"` },
  { name: 'e2e', command: 'playwright test' },
  { name: 'sizes', command: 'node bench/measurements/pages/sizes.ts' },
  { name: 'docs', command: 'node scripts/verify/check-docs.ts' },
  { name: 'npm-versions', command: 'node scripts/verify/long/npm-versions.ts', isLong: true },
  { name: 'mutants', command: 'node scripts/verify/long/mutants.ts', isLong: true },
  { name: 'documents', command: 'node scripts/documents/main.ts', isLong: true },
  { name: 'container', command: 'node scripts/verify/long/container/main.ts', isLong: true },
]
