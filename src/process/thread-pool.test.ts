import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { describe, it } from 'node:test'

import { pino } from 'pino'

import { giveWayToMainThread } from './thread-pool.ts'

describe('the thread pool', () => {
  const skip = process.platform !== 'linux' && 'Only Linux has priorities by thread.'
  it('gives way to the main thread', { skip }, async () => {
    const own = getPriority()
    await giveWayToMainThread(pino({ level: 'silent' }))
    const pool = readdirSync('/proc/self/task').filter(
      (thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8') === 'libuv-worker\n',
    )
    assert.deepEqual(
      pool.map((thread) => getPriority(Number(thread))),
      pool.map(() => 5),
    )
    assert.ok(pool.length > 0)
    assert.equal(getPriority(), own)
  })
})
