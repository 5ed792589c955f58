import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { root } from '../shop/shop-process.ts'

/** A sync of a file or folder, or a file that gets its name: the calls that decide what a power cut leaves. */
export type DurableStep =
  | { readonly call: 'sync'; readonly path: string }
  | { readonly call: 'rename'; readonly from: string; readonly path: string }

/** Runs a program of Node to its end. @returns its steps below a folder, in order. */
export function runAndListSteps(
  t: Parameters<typeof temporaryFolder>[0],
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): DurableStep[] {
  const list = join(temporaryFolder(t), 'calls')
  // `-y`: with the path of each descriptor.
  const options = [
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-e',
    'signal=none',
    '-e',
    'trace=/^(fsync|fdatasync|rename.*)$',
    '-o',
    list,
  ]
  const command = [...options, process.execPath, ...args]
  const { status, stderr } = spawnSync('strace', command, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return readSteps(readFileSync(list, 'utf8')).filter(({ path }) => path.startsWith(folder))
}

/** Reads strace's list. A call of two lines, as others came in between, counts when it ends. */
function readSteps(list: string): DurableStep[] {
  const begun = new Map<string, string>()
  return list.split('\n').flatMap((line) => {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (text.endsWith('<unfinished ...>')) begun.set(thread, text)
    return text.endsWith('= 0') ? readStep(text.startsWith('<...') ? (begun.get(thread) ?? '') : text) : []
  })
}

function readStep(text: string): DurableStep[] {
  const [, synced] = /^f(?:data)?sync\(\d+<([^>]*)>/.exec(text) ?? []
  if (synced !== undefined) return [{ call: 'sync', path: synced }]
  const [from, path] = [...text.matchAll(/"([^"]*)"/g)].map(([, name]) => name)
  return from === undefined || path === undefined ? [] : [{ call: 'rename', from, path }]
}

/** Asserts that a file is durable before it gets its name, and its name afterwards. */
export function assertDurableNames(steps: readonly DurableStep[]): void {
  for (const [index, step] of steps.entries()) {
    if (step.call !== 'rename') continue
    const isSync = (path: string) => (other: DurableStep) => other.call === 'sync' && other.path === path
    assert.ok(steps.slice(0, index).some(isSync(step.from)), `${step.path} gets its name before it is synced`)
    assert.ok(steps.slice(index).some(isSync(dirname(step.path))), `the name of ${step.path} is not synced`)
  }
}
