import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createProgress } from './progress.ts'

function screen(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

describe('progress', () => {
  it('prints a line for each step when the output is not a terminal', () => {
    const plain = screen(false)
    const progress = createProgress(2, plain)
    progress.step('Beanie')
    progress.step('Scarf')
    progress.end()
    assert.deepEqual(plain.written, ['1/2  Beanie\n', '2/2  Scarf\n'])
  })

  it('redraws one line on a terminal, and ends it with the last step', () => {
    const terminal = screen(true)
    const progress = createProgress(2, terminal)
    progress.step('Beanie')
    progress.step('Scarf')
    progress.end()
    const [empty, half, full, ...more] = terminal.written
    assert.match(empty ?? '', /^\r.*░{24} {2}0\/2 {2}$/)
    assert.match(half ?? '', /^\r.*█{12}░{12} {2}1\/2 {2}Beanie$/)
    assert.match(full ?? '', /^\r.*█{24} {2}2\/2 {2}Scarf\n$/)
    assert.deepEqual(more, [])
  })

  it('ends its line when it stops halfway', () => {
    const terminal = screen(true)
    const progress = createProgress(2, terminal)
    progress.step('Beanie')
    progress.end()
    assert.equal(terminal.written.at(-1), '\n')
  })

  it('draws only some of many steps, and the last one', () => {
    const drawn = [true, false].map((isTTY) => {
      const many = screen(isTTY)
      const progress = createProgress(1_000_000, many)
      for (let done = 0; done < 1_000_000; done += 500) progress.step('pieces', 500)
      assert.match(many.written.at(-1) ?? '', /1000000\/1000000 {2}pieces\n$/)
      return many.written.length
    })
    assert.deepEqual(drawn, [201, 20])
  })

  it('never exceeds its total', () => {
    const terminal = screen(true)
    const progress = createProgress(2, terminal)
    progress.step('pieces', 3)
    progress.step('pieces')
    assert.equal(terminal.written.length, 2)
    assert.match(terminal.written.at(-1) ?? '', /2\/2 {2}pieces\n$/)
  })
})
