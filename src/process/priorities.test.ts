import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { describe, it } from 'node:test'

import { pino } from 'pino'

import { lowerThreadPoolPriority } from './priorities.ts'

describe('lowerThreadPoolPriority', () => {
  const skip = process.platform !== 'linux' && 'Only Linux has a priority for each thread.'
  it('lowers the priority of the pool’s threads, not of the main thread', { skip }, async () => {
    const own = getPriority()
    await lowerThreadPoolPriority(pino({ level: 'silent' }))
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
