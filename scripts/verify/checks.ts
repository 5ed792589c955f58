import { shareEmulators } from '../../test/kit/share-emulators.ts'
import { findFirestoreEmulator } from '../test/firestore-emulator.ts'

/** One check of `npm run verify`: a short name, as in `docs/TESTING.md`, and the command that runs it. */
export interface Check {
  readonly name: string
  readonly command: string
}

/** Checks that run one after the other. */
export interface Lane {
  readonly checks: readonly Check[]
  /** Starts what some of them share and would otherwise start each. */
  readonly share?: () => Promise<AsyncDisposable>
}

/** Lanes that run at the same time. A stage begins when the one before has ended. */
export interface Stage {
  readonly lanes: readonly Lane[]
  /** Each is run by the lane that has run its own, so that both end at about the same time. */
  readonly others?: readonly Check[]
}

/** Without Google's emulator, only what runs in process. */
const cloudTests = findFirestoreEmulator() === undefined ? 'test/cloud/stand-in/*.test.ts' : 'test/cloud/*.test.ts'

const reporters = [
  ['spec', 'stdout'],
  ['./scripts/verify/failed-node-tests.ts', '"$FAILED_TESTS"'],
]
  .map(([reporter, destination]) => `--test-reporter=${reporter} --test-reporter-destination=${destination}`)
  .join(' ')

/**
 * Test files mostly wait for processes and clocks: on two cores, Node's default would be one file at a time. The limit of a
 * test is for what hangs, not for what is slow.
 */
const nodeTest = (minutes: number) => `node --test --test-timeout=${minutes * 60_000} --test-concurrency=3 ${reporters}`

const test = nodeTest(15)

/** With less work for passwords and keys. */
const quickTest = `${test} --import=./test/kit/quick-crypto.ts`

/** For many small files: with a process for each, most of their time would go into loading modules. */
const testInOneProcess = `${quickTest} --test-isolation=none`

/** Tests that ask `test/kit/test-size.ts`: kills at random moments, and random requests. */
const sizedTests = '"test/shop/{*-under-load,restore,installed-release,fuzz-*}.test.ts"'

/**
 * The checks of `npm test`, which CI runs, too. What the checks of several lanes share is there before their stage: the browser and
 * the build.
 */
export const stages: readonly Stage[] = [
  {
    lanes: [
      {
        checks: [
          { name: 'format', command: 'oxfmt --check .' },
          { name: 'page-types', command: 'react-router typegen' },
          { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
          { name: 'types', command: 'tsc -p tsconfig.json' },
          { name: 'browser-types', command: 'tsc -p app/tsconfig.json' },
        ],
      },
      {
        checks: [
          { name: 'browser', command: 'node scripts/test/browser.ts' },
          { name: 'build', command: 'node scripts/build.ts' },
          { name: 'imports', command: 'node scripts/verify/check-imports.ts' },
          { name: 'patterns', command: 'node scripts/verify/regular-expressions/check-regular-expressions.ts' },
          { name: 'docs', command: 'node scripts/verify/check-docs.ts' },
        ],
      },
    ],
  },
  {
    lanes: [
      {
        share: shareEmulators,
        checks: [
          { name: 'e2e', command: 'playwright test' },
          { name: 'conformance', command: `${quickTest} packages/identity/conformance/conformance.test.ts` },
          {
            name: 'cloud',
            // Google's client keeps a process running until it is terminated, which the shop never does (`openFirestore`).
            command: `${test} --test-force-exit --test-global-setup=test/cloud/global-setup.ts "${cloudTests}"`,
          },
        ],
      },
      {
        checks: [
          { name: 'shop', command: `${test} --test-global-setup=test/shop/global-setup.ts "test/shop/*.test.ts"` },
          {
            name: 'unit',
            command: `${testInOneProcess} "{app,src,scripts}/**/*.test.ts" "packages/*/src/**/*.test.ts"`,
          },
        ],
      },
    ],
    others: [
      { name: 'faults', command: `${test} --test-global-setup=test/kit/shop/build-once.ts "test/faults/*.test.ts"` },
      { name: 'identity', command: `${testInOneProcess} "packages/identity/test/*.test.ts"` },
      { name: 'images', command: `${test} "test/images/*.test.ts"` },
      { name: 'bucket', command: `${test} "test/bucket/*.test.ts"` },
      { name: 'sizes', command: 'node bench/measurements/pages/sizes.ts' },
    ],
  },
]

/** What is too long for `npm test`: `npm run verify -- long`. */
export const longChecks: readonly Check[] = [
  { name: 'npm-versions', command: 'node scripts/verify/long/npm-versions.ts' },
  {
    name: 'full-size',
    command: `TEST_SIZE=full KILLS=100 ${nodeTest(30)} --test-global-setup=test/shop/global-setup.ts ${sizedTests}`,
  },
  { name: 'mutants', command: 'node scripts/verify/long/mutants.ts' },
  { name: 'documents', command: 'node scripts/documents/main.ts' },
  { name: 'container', command: 'node scripts/verify/long/container/main.ts' },
  { name: 'release', command: 'node scripts/verify/long/release.ts' },
]

export const checks: readonly Check[] = [
  ...stages.flatMap(({ lanes, others = [] }) => lanes.flatMap((lane) => lane.checks).concat(others)),
  ...longChecks,
]
