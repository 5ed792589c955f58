import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { createAudit, type SecurityEvent } from './audit.ts'

interface Line {
  readonly audit?: SecurityEvent
  readonly leftOut?: number
  readonly event?: SecurityEvent
  readonly err?: { readonly message: string }
}

function open(onEvent?: () => void) {
  const clock = { now: 0 }
  const lines: Line[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  const audit = createAudit(log, { enabled: true, now: () => clock.now }, onEvent)
  const caller = { address: toAddress('192.0.2.1'), origin: 'http://localhost' }
  const repeat = (event: SecurityEvent, times: number) => {
    for (let count = 0; count < times; count++) audit(event, caller)
  }
  return { clock, lines, repeat, linesOf: (event: SecurityEvent) => lines.filter((line) => line.audit === event) }
}

test('createAudit: 300 refusals of a kind at once, then thirty a second; the next line has the number of omitted ones', () => {
  const { clock, repeat, linesOf } = open()
  for (const event of ['sign-in-refused', 'code-refused', 'throttled'] as const) {
    clock.now = 0
    repeat(event, 1_000)
    assert.equal(linesOf(event).length, 300, event)
    clock.now = 1_000
    repeat(event, 1_000)
    assert.equal(linesOf(event).length, 330, event)
    assert.equal(linesOf(event)[300]?.leftOut, 700, event)
  }
})

test('createAudit: every success is logged, also during a flood of refusals', () => {
  const { repeat, linesOf } = open()
  repeat('sign-in-refused', 1_000)
  for (const event of ['signed-in', 'password-changed', 'code-used', 'tokens-revoked'] as const) {
    repeat(event, 1_000)
    assert.equal(linesOf(event).length, 1_000, event)
  }
})

test('createAudit: an application that cannot take an event does not undo the change: its error is logged', () => {
  const { lines, repeat } = open(() => {
    throw new Error('the disk is full')
  })
  repeat('password-changed', 1)
  assert.deepEqual(
    lines.map(({ audit, event, err }) => [audit ?? event, err?.message]),
    [
      ['password-changed', undefined],
      ['password-changed', 'the disk is full'],
    ],
  )
})
