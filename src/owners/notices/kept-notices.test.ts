import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findDismissed, toKept } from './kept-notices.ts'
import type { Notice } from './notices.ts'

const [mary, nimal] = ['mary@example.com', 'nimal@example.com']
const dayMs = 86_400_000

/** Notices by these people, newest first, a day between them. */
function noticesBy(...people: (string | null)[]): Notice[] {
  return people.map((by, index) => ({
    id: String(people.length - index),
    at: new Date(-index * dayMs),
    kind: 'number',
    by,
    about: '',
  }))
}

test('toKept: what an owner’s own account did is kept for three days, and nothing else', () => {
  const listed = toKept(noticesBy(mary, nimal, mary, null, mary), mary, new Date(0))
  assert.deepEqual(
    listed.map(({ keptUntil }) => keptUntil && keptUntil.getTime() / dayMs),
    [3, null, 1, null, null],
  )
})

test('findDismissed: a dismissal ends before the first notice that is kept, and without one at the notice', () => {
  const dismissed = (people: (string | null)[], id: string) =>
    findDismissed(toKept(noticesBy(...people), mary, new Date(0)), id)?.id
  assert.equal(dismissed([null, nimal, nimal], '3'), '3')
  assert.equal(dismissed([null, nimal, nimal], '2'), '2')
  assert.equal(dismissed([null, mary, nimal, nimal], '4'), '2')
  assert.equal(dismissed([null, mary, nimal, nimal], '3'), '2')
  assert.equal(dismissed([null, mary, nimal, nimal], '1'), '1')
  assert.equal(dismissed([null, mary], '2'), undefined)
  assert.equal(dismissed([null, nimal], '7'), undefined)
})
