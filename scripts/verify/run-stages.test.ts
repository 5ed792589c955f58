import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

import { waitForOutput } from '../../test/kit/wait-for-output.ts'
import type { Check, Lane, Stage } from './checks.ts'
import { writeProject } from './test-support.ts'

const reporter = join(import.meta.dirname, 'failed-node-tests.ts')
const nodeTest = `node --test --test-reporter=${reporter} --test-reporter-destination="$FAILED_TESTS"`

/** Runs stages in a process of their own. `share` is the code of a function for each lane. */
async function start(stages: readonly Stage[], files: Readonly<Record<string, string>> = {}, share = 'undefined') {
  const program = `
    import { runStages } from '${join(import.meta.dirname, 'run-stages.ts')}'
    const share = ${share}
    const stages = ${JSON.stringify(stages)}.map(({ lanes, others }) => ({ lanes: lanes.map((lane) => ({ ...lane, share })), others }))
    process.exitCode = (await runStages(stages)) ? 0 : 1`
  const cwd = await writeProject({ 'run.ts': program, ...files })
  const env = { ...process.env }
  delete env['NODE_TEST_CONTEXT'] // Inside a test, `node --test` would run nothing.
  const child = spawn(process.execPath, ['run.ts'], { cwd, env })
  const ended = Promise.all([text(child.stdout), once(child, 'exit')]).then(([output, [code]]) => ({
    lines: output.split('\n').filter((line) => line !== ''),
    code: code as number | null,
  }))
  return { child, cwd, ended }
}

const check = (name: string, command: string) => ({ name, command })
const lane = (...checks: readonly Check[]) => ({ checks })
const stage = (...lanes: readonly Lane[]) => ({ lanes })

test('runStages: lanes run side by side, and the output of each check is in one piece', async () => {
  const slow = check('slow', 'echo s1; while [ ! -e quick.shown ]; do sleep 0.05; done; echo s2')
  const { child, cwd, ended } = await start([
    stage(lane(slow), lane(check('quick', 'echo q1'))),
    stage(lane(check('last', 'echo l1'))),
  ])
  await waitForOutput(child, /quick: passed/)
  await writeFile(join(cwd, 'quick.shown'), '')
  const { lines, code } = await ended
  assert.equal(code, 0)
  const shown = lines.filter((line) => /^(?:[sql]\d|── \w+: (?:passed|FAILED))/.test(line))
  assert.deepEqual(
    shown.map((line) => line.replace(/, .*/, '')),
    ['q1', '── quick: passed', 's1', 's2', '── slow: passed', 'l1', '── last: passed'],
  )
})

test('runStages: the lane that has run its own checks runs the others, one by one', async () => {
  const slow = check('slow', 'while [ ! -e others.ran ]; do sleep 0.05; done')
  const others = [check('one', 'true'), check('two', 'touch others.ran')]
  const { ended } = await start([{ lanes: [lane(slow), lane(check('quick', 'true'))], others }])
  const { lines, code } = await ended
  assert.equal(code, 0)
  const passed = lines.flatMap((line) => /^── (\w+): passed/.exec(line)?.[1] ?? [])
  assert.deepEqual(passed.toSorted(), ['one', 'quick', 'slow', 'two'])
  assert.ok(passed.indexOf('two') > passed.indexOf('one'))
})

test('runStages: what a lane shares is there before its first check and until its last one has ended', async () => {
  const share = `async () => {
    process.env.SHARED = 'wool'
    return { [Symbol.asyncDispose]: async () => console.log('no more', process.env.SHARED) }
  }`
  const checks = [check('first', 'echo first $SHARED'), check('second', 'echo second $SHARED')]
  const { lines, code } = await (await start([stage(lane(...checks), lane(check('other', 'true')))], {}, share)).ended
  assert.equal(code, 0)
  const shown = lines.filter((line) => line.endsWith(' wool'))
  assert.deepEqual(shown.toSorted(), ['first wool', 'no more wool', 'no more wool', 'second wool'])
  assert.ok(lines.lastIndexOf('no more wool') > lines.indexOf('second wool'))
})

test('runStages: if what a lane shares does not start, the reason is shown, and its checks run', async () => {
  const share = `() => Promise.reject(new Error('no Java'))`
  const { child, ended } = await start([stage(lane(check('one', 'echo o1')))], {}, share)
  const [errors, { lines, code }] = await Promise.all([text(child.stderr), ended])
  assert.match(errors, /no Java/)
  assert.ok(lines.includes('o1'))
  assert.equal(code, 0)
})

test('runStages: what failed comes last: the checks, their logs and the failed tests with their groups and reasons', async () => {
  const tests = `import { describe, test } from 'node:test'
    describe('a shop', () => { test('opens', () => {}); test('closes', () => { throw new Error('no key') }) })
    test('sells', () => { throw new Error('no piece' + '!'.repeat(1_000) + '\\nof wool'.repeat(1_000)) })`
  const lanes = [lane(check('unit', `${nodeTest} a.test.ts`), check('types', 'true')), lane(check('lint', 'false'))]
  const { ended } = await start([stage(...lanes)], { 'a.test.ts': tests })
  const { lines, code } = await ended
  assert.equal(code, 1)
  assert.deepEqual(lines.slice(lines.indexOf('1 passed, 2 failed') + 1), [
    'Failed: unit, its output is in test-results/verify/unit.log',
    '  a.test.ts › a shop › closes',
    '    no key',
    '  a.test.ts › sells',
    `    no piece${'!'.repeat(292)}`,
    ...Array.from({ length: 11 }, () => '    of wool'),
    'Failed: lint, its output is in test-results/verify/lint.log',
  ])
})

for (const isolation of ['process', 'none']) {
  for (const [what, command] of [
    ['has no tests', 'missing/*.test.ts'],
    ['has a file without tests', 'good.test.ts empty.test.ts'],
    ['is ended by one of its tests', 'good.test.ts ending.test.ts'],
  ] as const) {
    test(`runStages: a check that ${what} has failed, with test isolation ${isolation}`, async () => {
      const files = {
        'good.test.ts': "import { test } from 'node:test'\ntest('sells', () => {})",
        'empty.test.ts': 'export {}',
        'ending.test.ts': "import { test } from 'node:test'\ntest('ends', () => process.exit(0))",
      }
      const { ended } = await start(
        [stage(lane(check('unit', `${nodeTest} --test-isolation=${isolation} ${command}`)))],
        files,
      )
      const { lines, code } = await ended
      assert.equal(code, 1)
      assert.ok(lines.includes('  not all tests have run'), lines.join('\n'))
    })
  }
}

test('runStages: a check whose tests have all run passes, also if Node ends their process', async () => {
  const files = {
    'a.test.ts': "import { test } from 'node:test'\ntest('sells', () => void setInterval(() => {}, 1_000))",
  }
  const { ended } = await start([stage(lane(check('cloud', `${nodeTest} --test-force-exit a.test.ts`)))], files)
  const { lines, code } = await ended
  assert.equal(code, 0, lines.join('\n'))
})

test('runStages: a signal ends the checks of both lanes, and no more begin', async () => {
  // A shell that is about to fork would keep the signal from its child.
  const sleep = (name: string) => lane(check(name, 'exec sleep 60'), check(`after-${name}`, 'true'))
  const { child, ended } = await start([stage(sleep('a'), sleep('b'))])
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  const { lines, code } = await ended
  assert.equal(code, 1)
  assert.ok(lines.includes('0 passed, 2 failed, stopped by a signal'), lines.join('\n'))
})
