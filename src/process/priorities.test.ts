import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { describe, it } from 'node:test'

import { pino } from 'pino'

import { lowerThreadPoolPriority } from './priorities.ts'

describe('lowerThreadPoolPriority', () => {
  const skip = process.platform !== 'linux' && 'Only Linux has a priority for each thread.'
  it('lowers the priority of the pool’s threads, not of the main thread, also after `nice`', { skip }, async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line: string) => void logged.push(line) })
    // A process may always lower its own priority.
    for (const own of [getPriority(), Math.min(getPriority() + 7, 19), 19]) {
      setPriority(own)
      await lowerThreadPoolPriority(log)
      const pool = readdirSync('/proc/self/task').filter(
        (thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8') === 'libuv-worker\n',
      )
      assert.deepEqual(
        pool.map((thread) => getPriority(Number(thread))),
        pool.map(() => Math.min(own + 5, 19)),
      )
      assert.ok(pool.length > 0)
      assert.equal(getPriority(), own)
    }
    assert.deepEqual(logged, [])
  })
})
