import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'

import { installPackages } from '../../../test/kit/install-packages.ts'
import type { Case } from './case.ts'
import { cases } from './cases.ts'
import { protectAddresses } from './client.ts'
import { keyOf, readDifferences } from './differences.ts'
import { node, openChromium } from './place.ts'
import type { Place, Runner } from './place.ts'
import { startGoogles, startOurs } from './service.ts'
import type { RunningService, Service } from './service.ts'
import { createTally } from './tally.ts'

// The same cases, through the same official client, on our service and on Google's Auth emulator, in Node and in
// Chromium. docs/identity-differences.md lists the differences with their reasons; the listed values are expected.

const differences = await readDifferences()
const tally = createTally()
const startLimit = { timeout: 90_000 }

function check({ method, what, expected }: Case, facts: Record<string, unknown>, service: Service, place: Place): void {
  for (const fact of new Set([...Object.keys(expected), ...Object.keys(facts)])) {
    const key = keyOf(method, what, fact)
    const listed = differences.get(key)
    assert.deepEqual(facts[fact], listed ? listed.shown[service.name] : expected[fact], key)
    tally.note(method, key, service, place)
  }
}

function describeService(name: Service['name'], start: () => Promise<RunningService>, places: readonly Place[]) {
  describe(`${name} identity service`, () => {
    let service: RunningService
    before(async () => {
      service = await start()
      await protectAddresses(service, true)
    }, startLimit)
    after(() => service[Symbol.asyncDispose]())

    for (const place of places) {
      describe(`asked from ${place.name}`, () => {
        let run: Runner
        before(async () => {
          run = await place.open(service)
        }, startLimit)
        for (const [index, one] of cases.entries()) {
          const skip = one.needsBrowser && place === node && 'the client only supports it in browsers'
          it(`${one.method}: ${one.what}`, { skip: skip ?? false }, async () =>
            check(one, await run(index), service, place),
          )
        }
      })
    }
  })
}

await installPackages('packages/identity/conformance')
const places = [node, await openChromium()]
describeService('ours', startOurs, places)
describeService('Google’s', startGoogles, places)
after(() => Promise.all(places.map((place) => place[Symbol.asyncDispose]())))

describe('the cases', () => {
  it('have each a name of their own', () => {
    assert.equal(new Set(cases.map(({ method, what }) => keyOf(method, what, ''))).size, cases.length)
  })
})

describe('the list of differences', () => {
  it('lists each once, and nothing but what was tried', () => {
    for (const key of differences.keys()) assert.ok(tally.has(key, 'Google’s'), `${key} is no assertion.`)
  })
  for (const [key, { shown, why }] of differences) {
    it(`has a reason for a difference: ${key}`, () => {
      assert.ok(!isDeepStrictEqual(shown.ours, shown['Google’s']))
      assert.match(why, /\w.*\.$/)
    })
  }
})

after(() => {
  process.stdout.write(`\nAssertions that both services pass, by method, and listed differences:\n`)
  process.stdout.write(`${tally.toText(differences)}\n`)
})
