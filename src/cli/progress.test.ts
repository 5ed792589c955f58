import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { clearBar, createProgress } from './progress.ts'

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

  it('estimates the time left, once that makes sense', () => {
    const lines: string[] = []
    let seconds = 0
    const progress = createProgress(1_000, { write: (text: string) => lines.push(text) }, () => seconds * 1_000)
    for (const at of [1, 30, 600]) {
      seconds = at
      progress.step('pieces', 100)
    }
    assert.deepEqual(lines, [
      ' 100/1000  pieces\n',
      ' 200/1000  pieces  2 min left\n',
      ' 300/1000  pieces  24 min left\n',
    ])
  })

  it('draws a bar in a terminal, and leaves the last one', () => {
    const lines: string[] = []
    let milliseconds = 0
    const output = { isTTY: true, write: (text: string) => lines.push(text) }
    const progress = createProgress(4, output, () => milliseconds)
    for (const at of [0, 10, 4_000, 4_001]) {
      milliseconds = at
      progress.step('files')
    }
    assert.deepEqual(lines, [
      '[======                  ]  1/4  files\u001B[K\r',
      '[==================      ]  3/4  files  2 s left\u001B[K\r',
      '[========================]  4/4  files\u001B[K\n',
    ])
    assert.equal(clearBar(output), '\u001B[K')
    assert.equal(clearBar({ write: () => {} }), '')
  })
})
