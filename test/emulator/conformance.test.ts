import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'

import { methods } from '../../src/identity/methods.ts'
import { installPackages } from '../fixtures/install-packages.ts'
import type { Case, CaseGroup } from './case.ts'
import { accounts } from './cases/accounts.ts'
import { anonymous } from './cases/anonymous.ts'
import { passwordSignIn } from './cases/password-sign-in.ts'
import { passwordSignUp } from './cases/password-sign-up.ts'
import { project } from './cases/project.ts'
import { token } from './cases/token.ts'
import { update } from './cases/update.ts'
import { keyOf, readDifferences } from './differences.ts'
import { startGoogles, startOurs } from './service.ts'
import type { Service } from './service.ts'

// The same cases, through the same official client, on our service and on Google's Auth emulator. Where the two differ,
// docs/identity-differences.md says so and why, and what stands there is what must be seen.

const groups: readonly CaseGroup[] = [anonymous, accounts, token, passwordSignUp, passwordSignIn, update, project]
const differences = await readDifferences()
const startLimit = { timeout: 90_000 }

/** By service, the assertions of each method that were seen to hold. */
const passed: Record<Service['name'], Set<string>> = { ours: new Set(), 'Google’s': new Set() }
const methodsOf = new Map<string, string>()

async function runCase({ method, what, run, expected }: Case, service: Service): Promise<void> {
  const facts = await run(service)
  for (const fact of new Set([...Object.keys(expected), ...Object.keys(facts)])) {
    const key = keyOf(method, what, fact)
    const listed = differences.get(key)
    assert.deepEqual(facts[fact], listed ? listed.shown[service.name] : expected[fact], key)
    methodsOf.set(key, method)
    passed[service.name].add(key)
  }
}

function describeService(name: Service['name'], start: () => Promise<Service>, lacks: (needed: string) => boolean) {
  describe(`${name} identity service`, () => {
    let service: Service
    before(async () => {
      service = await start()
    }, startLimit)
    after(() => service[Symbol.asyncDispose]())

    for (const { needs, cases } of groups) {
      const missing = needs.filter(lacks)
      const skip = missing.length > 0 && `it does not offer ${missing.join(', ')}`
      for (const one of cases) it(`${one.method}: ${one.what}`, { skip }, () => runCase(one, service))
    }
  })
}

const offered = new Set<string>(Object.values(methods).flatMap((ofHost) => Object.keys(ofHost)))
await installPackages('test/emulator')
describeService('ours', startOurs, (needed) => !offered.has(needed))
describeService('Google’s', startGoogles, () => false)

describe('the list of differences', () => {
  it('lists each once, and nothing but what was tried', () => {
    for (const key of differences.keys()) assert.ok(passed['Google’s'].has(key), `${key} is no assertion.`)
  })
  for (const [key, { shown, why }] of differences) {
    it(`has a reason for a difference: ${key}`, () => {
      assert.ok(!isDeepStrictEqual(shown.ours, shown['Google’s']))
      assert.match(why, /\w.*\.$/)
    })
  }
})

after(() => {
  const both = [...passed.ours].filter((key) => passed['Google’s'].has(key) && !differences.has(key))
  const counts = Object.entries(Object.groupBy(both, (key) => methodsOf.get(key) ?? ''))
  const lines = counts.map(([method, keys]) => `${String(keys?.length).padStart(5)}  ${method}`)
  process.stdout.write(`\nAssertions that both services pass, by method:\n${lines.join('\n')}\n`)
  process.stdout.write(`${String(both.length).padStart(5)}  in all; ${differences.size} differences listed\n`)
})
