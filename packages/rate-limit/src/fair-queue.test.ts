import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { FairQueue } from './fair-queue.ts'

/** A queue of tasks that run until they are told to end, named by their client and number. */
function open(concurrency: number, maxWaiting: number) {
  const queue = new FairQueue({ concurrency, maxWaiting, refusal: () => new Error('full') })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = async (name: string): Promise<string> =>
    queue.run(name.charAt(0), async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(name)
      ends.set(name, resolve)
      await promise
      return name
    })
  /** Ends a task and returns the one that begins in its place. */
  const end = async (name: string) => {
    const before = begun.length
    ends.get(name)?.()
    await new Promise(setImmediate)
    return begun.slice(before)
  }
  return { queue, begun, run, end }
}

describe('FairQueue', () => {
  test('runs a limited number at once; clients take turns', async () => {
    const { begun, run, end } = open(2, 10)
    const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map(run))
    assert.deepEqual(begun, ['a1', 'a2'])
    assert.deepEqual(await end('a1'), ['a3'])
    assert.deepEqual(await end('a2'), ['b1'])
    assert.deepEqual(await end('b1'), ['c1'])
    assert.deepEqual(await end('c1'), ['a4'])
    await end('a3')
    await end('a4')
    assert.deepEqual(await all, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  })

  test('when too many wait, the client with the most loses its newest, and gets no more', async () => {
    const { run, end, begun } = open(1, 3)
    const [first, second, third, fourth] = ['a1', 'a2', 'a3', 'a4'].map(run)
    await assert.rejects(run('a5'), { message: 'full' })
    const other = run('b1')
    await assert.rejects(fourth ?? Promise.resolve(), { message: 'full' })
    for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
    assert.deepEqual(await Promise.all([first, second, third, other]), ['a1', 'a2', 'a3', 'b1'])
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3'])
  })

  test('of one client, few tasks run at once, a bounded number waits, and more are refused', async () => {
    const queue = new FairQueue({ concurrency: 2, maxWaiting: 3, refusal: () => new Error('full') })
    const { promise: gate, resolve: end } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const task = async () => {
      running += 1
      most = Math.max(most, running)
      await gate
      running -= 1
      return 'done'
    }
    const accepted = Array.from({ length: 5 }, () => queue.run('a', task))
    await assert.rejects(queue.run('a', task), { message: 'full' })
    end()
    assert.deepEqual(await Promise.all(accepted), Array(5).fill('done'))
    assert.equal(most, 2)
    assert.equal(await queue.run('a', task), 'done')
  })

  test('goes on after a task that fails, with its error', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaiting: 1, refusal: () => new Error('full') })
    const failing = queue.run('a', async () => Promise.reject(new Error('broken')))
    const next = queue.run('a', async () => 'next')
    await assert.rejects(failing, { message: 'broken' })
    assert.equal(await next, 'next')
  })

  test('onIdle: once nothing runs or waits', async () => {
    const { queue, run, end } = open(1, 2)
    await queue.onIdle()
    const tasks = [run('a1'), run('b1')]
    let isIdle = false
    const idle = queue.onIdle().then(() => (isIdle = true))
    await end('a1')
    assert.equal(isIdle, false)
    await end('b1')
    await idle
    await Promise.all(tasks)
  })
})
