import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createProgress } from './progress.ts'

function start(total: number) {
  const lines: string[] = []
  return { lines, progress: createProgress(total, { write: (text: string) => lines.push(text) }) }
}

describe('progress', () => {
  it('prints a line for each of few steps', () => {
    const { lines, progress } = start(12)
    for (const label of ['Beanie', 'Scarf']) progress.step(label)
    assert.deepEqual(lines, [' 1/12  Beanie\n', ' 2/12  Scarf\n'])
  })

  it('prints some of many steps, and the last one', () => {
    const { lines, progress } = start(1_000_000)
    for (let done = 0; done < 1_000_000; done += 500) progress.step('pieces', 500)
    assert.equal(lines.length, 20)
    assert.equal(lines.at(-1), '1000000/1000000  pieces\n')
  })

  it('never exceeds its total', () => {
    const { lines, progress } = start(2)
    for (const count of [3, 1]) progress.step('pieces', count)
    assert.deepEqual(lines, ['2/2  pieces\n'])
  })
})
