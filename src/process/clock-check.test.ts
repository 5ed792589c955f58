import assert from 'node:assert/strict'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { storageFailures } from '@stockinette/sqlite/errors.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { createClockCheck, openClockRecord, warnOfSetBack } from './clock-check.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A machine with two clocks that the test controls. */
function openMachine(startedAt = 1_790_000_000_000) {
  const machine = { wall: startedAt, monotonic: 5_000 }
  const clocks = { now: () => machine.wall, monotonic: () => machine.monotonic }
  const pass = (ms: number) => {
    machine.wall += ms
    machine.monotonic += ms
  }
  return { machine, clocks, pass }
}

describe('createClockCheck', () => {
  test('trusts a clock that runs evenly, with small corrections', () => {
    const { machine, clocks, pass } = openMachine()
    const distrust = createClockCheck(clocks)
    for (let hour = 0; hour < 1_000; hour++) {
      pass(hourMs)
      machine.wall += hour % 2 === 0 ? 60_000 : -60_000
      assert.equal(distrust(), undefined)
    }
  })

  for (const [what, jumpMs] of [
    ['ahead', 31 * dayMs],
    ['back', -31 * dayMs],
  ] as const) {
    test(`does not trust a clock that jumps ${what}, until it has run evenly for a day`, () => {
      const { machine, clocks, pass } = openMachine()
      const distrust = createClockCheck(clocks)
      pass(hourMs)
      machine.wall += jumpMs
      assert.match(distrust() ?? '', /the clock jumped/)
      pass(23 * hourMs)
      assert.match(distrust() ?? '', /for 1 more hours/)
      machine.wall -= jumpMs
      assert.match(distrust() ?? '', /for 24 more hours/, 'the correction is another jump')
      pass(dayMs)
      assert.equal(distrust(), undefined)
    })
  }

  test('does not trust the clock for a day if the shop last ran weeks ago; trusts it if that was last week', () => {
    for (const [days, isStopped] of [
      [31, true],
      [7, false],
      [-400, false],
    ] as const) {
      const { clocks, pass, machine } = openMachine()
      const distrust = createClockCheck({ ...clocks, lastSeen: new Date(machine.wall - days * dayMs) })
      assert.equal(distrust() !== undefined, isStopped, String(days))
      pass(dayMs)
      assert.equal(distrust(), undefined)
    }
  })

  test('remembers a jump after a restart, even if other files were written since', (t) => {
    const folder = temporaryFolder(t)
    const lastSeen = () => openClockRecord(folder).lastSeen
    assert.equal(lastSeen(), undefined)
    assert.equal(openClockRecord(join(folder, 'missing')).lastSeen, undefined)
    openDataFolder(folder).close()
    const { machine, clocks, pass } = openMachine()
    const start = () => {
      const record = openClockRecord(folder)
      openDataFolder(folder).close()
      return createClockCheck({ ...clocks, ...record })
    }
    openClockRecord(folder).trust?.(new Date(machine.wall))
    const distrust = start()
    pass(hourMs)
    assert.equal(distrust(), undefined)
    assert.deepEqual(lastSeen(), new Date(machine.wall))
    const trusted = machine.wall
    machine.wall += 31 * dayMs
    assert.match(distrust() ?? '', /the clock jumped/)
    const written = join(folder, 'stockinette.db')
    writeFileSync(written, '')
    utimesSync(written, new Date(machine.wall), new Date(machine.wall))
    assert.match(start()() ?? '', /the clock jumped/)
    assert.deepEqual(lastSeen(), new Date(trusted))
  })
})

describe('a shop that is stopped every night, after weeks without a run', () => {
  /** A shop that was off for 20 days. */
  function openShop(t: TestContext) {
    const { machine, clocks, pass } = openMachine()
    const folder = temporaryFolder(t)
    openDataFolder(folder).close()
    openClockRecord(folder).trust?.(new Date(machine.wall - 20 * dayMs))
    const start = () => createClockCheck({ ...clocks, ...openClockRecord(folder) })
    return {
      machine,
      pass,
      start,
      /** Whether the clock is trusted at the beginning and the end of 23 hours, after which the machine is off for one. */
      runOneDay: () => {
        machine.monotonic = 5_000
        const check = start()
        const isFirstTrusted = check() === undefined
        pass(23 * hourMs)
        const isTrusted = [isFirstTrusted, check() === undefined]
        pass(hourMs)
        return isTrusted
      },
      isRecorded: () => existsSync(join(folder, 'clock-distrusted')),
    }
  }

  test('trusts its clock on the second day, and forgets the distrust', (t) => {
    const { runOneDay, isRecorded } = openShop(t)
    assert.deepEqual(runOneDay(), [false, false])
    assert.equal(isRecorded(), true)
    assert.deepEqual(runOneDay(), [true, true])
    assert.equal(isRecorded(), false)
  })

  for (const [what, jumpMs] of [
    ['ahead', 31 * dayMs],
    ['back', -2 * dayMs],
  ] as const) {
    test(`a jump ${what} between two starts: another day`, (t) => {
      const { machine, runOneDay } = openShop(t)
      assert.deepEqual(runOneDay(), [false, false])
      machine.wall += jumpMs
      assert.deepEqual(runOneDay(), [false, false])
      assert.deepEqual(runOneDay(), [true, true])
    })
  }

  test('a jump while it runs: another day from then', (t) => {
    const { machine, pass, start, runOneDay } = openShop(t)
    const check = start()
    pass(10 * hourMs)
    machine.wall += 3 * dayMs
    assert.match(check() ?? '', /for 24 more hours/)
    assert.deepEqual(runOneDay(), [false, false])
    assert.deepEqual(runOneDay(), [true, true])
  })
})

test('openClockRecord: a disk that takes no time is reported as failing, and the clock is trusted', (t) => {
  const failures: unknown[] = []
  const onFailure = (failure: unknown) => failures.push(failure)
  storageFailures.subscribe(onFailure)
  t.after(() => storageFailures.unsubscribe(onFailure))
  const { clocks } = openMachine()
  const distrust = createClockCheck({ ...clocks, ...openClockRecord(join(temporaryFolder(t), 'missing')) })
  assert.equal(distrust(), undefined)
  assert.match(String(failures), /ENOENT/)
})

describe('warnOfSetBack', () => {
  for (const [what, hoursBefore, isWarned] of [
    ['400 days later', -400 * 24, true],
    ['two hours later', -2, true],
    ['half an hour later: clocks are corrected', -0.5, false],
    ['a month earlier', 31 * 24, false],
  ] as const) {
    test(`the shop last ran ${what}: ${isWarned ? 'a warning' : 'none'}`, () => {
      const lines: string[] = []
      const log = pino({}, { write: (line) => void lines.push(line) })
      const now = new Date(1_790_000_000_000)
      warnOfSetBack(new Date(now.getTime() - hoursBefore * hourMs), log, now)
      assert.equal(lines.length, isWarned ? 1 : 0)
      if (isWarned) assert.match(lines[0] ?? '', /"level":40.*earlier than when the shop last ran.*Set the clock/)
    })
  }

  test('a new folder has no such time', () => {
    warnOfSetBack(undefined, pino({}, { write: () => assert.fail('Nothing is wrong.') }))
  })
})
