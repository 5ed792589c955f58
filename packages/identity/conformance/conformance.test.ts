import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'

import { openAuthProject, shareAuthEmulator } from './auth-emulator.ts'
import type { Case } from './case.ts'
import { cases } from './cases.ts'
import { setEnumerationProtection } from './client.ts'
import { keyOf, readDifferences } from './differences.ts'
import { startOurService } from './our-service.ts'
import { toResultTable, type Passed } from './result-table.ts'
import { node, openChromium, type Runner, type Runtime } from './runtime.ts'
import type { Service } from './service.ts'

// Runs the same cases with the official client against our service and Google's Auth emulator, in Node and in Chromium.
// Both services must show what a case expects, except for the differences that docs/identity-differences.md lists.

const differences = await readDifferences()
const passed: Passed = new Map()
const startOptions = { timeout: 90_000 }

function check(
  { method, title, expected }: Case,
  facts: Record<string, unknown>,
  service: Service,
  runtime: Runtime,
): void {
  for (const fact of new Set([...Object.keys(expected), ...Object.keys(facts)])) {
    const key = keyOf(method, title, fact)
    const listed = differences.get(key)
    assert.deepEqual(facts[fact], listed ? listed.shown[service.name] : expected[fact], key)
    passed.getOrInsertComputed(key, () => new Set()).add(`${service.name} in ${runtime.name}`)
  }
}

function describeService(name: string, open: () => Promise<Service>, runtimes: readonly Runtime[]) {
  describe(name, () => {
    let service: Service
    before(async () => {
      service = await open()
      await setEnumerationProtection(service, true)
    }, startOptions)

    for (const runtime of runtimes) {
      describe(`called from ${runtime.name}`, () => {
        let run: Runner
        before(async () => {
          run = await runtime.open(service)
        }, startOptions)
        for (const [index, testCase] of cases.entries()) {
          const skip = testCase.browserOnly && runtime === node && 'the client supports it only in browsers'
          it(`${testCase.method}: ${testCase.title}`, { skip: skip ?? false }, async () =>
            check(testCase, await run(index), service, runtime),
          )
        }
      })
    }
  })
}

const started = new AsyncDisposableStack()
after(() => started.disposeAsync())
started.use(await shareAuthEmulator())
const runtimes = [node, started.use(await openChromium())]
describeService('our identity service', async () => started.use(await startOurService()), runtimes)
describeService('Google’s Auth emulator', () => openAuthProject('demo-stockinette'), runtimes)

describe('the cases', () => {
  it('have unique titles', () => {
    assert.equal(new Set(cases.map(({ method, title }) => keyOf(method, title, ''))).size, cases.length)
  })
})

describe('the list of differences', () => {
  it('lists only facts that the cases check', () => {
    for (const key of differences.keys()) {
      const isChecked = [...(passed.get(key) ?? [])].some((where) => where.startsWith('emulator'))
      assert.ok(isChecked, `No case checks ${key}.`)
    }
  })
  for (const [key, { shown, why }] of differences) {
    it(`gives two different values and a reason: ${key}`, () => {
      assert.ok(!isDeepStrictEqual(shown.ours, shown.emulator))
      assert.match(why, /\w.*\.$/)
    })
  }
})

after(() => {
  process.stdout.write(`\nAssertions with the same value for both services, and listed differences, by method:\n`)
  process.stdout.write(`${toResultTable(passed, differences)}\n`)
})
