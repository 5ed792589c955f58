import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const program = `
import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
import { setImmediate } from 'node:timers/promises'
const log = createLog()
for (let line = 0; line < 10_000; line++) {
  log.info({ line, text: 'x'.repeat(200) }, 'request')
  if (line % 100 === 0) await setImmediate()
}
process.stderr.write(process.memoryUsage().rss < 200_000_000 ? 'the shop runs' : 'too much is buffered')
process.exit(3)
`

const onFullDisk = { skip: process.platform !== 'linux', timeout: 20_000 }

test('createLog: a full disk neither stops the shop nor prevents it from exiting', onFullDisk, async (t) => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  t.after(() => child.kill('SIGKILL'))
  assert.ok(child.stderr)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.deepEqual([said, code], ['the shop runs', 3])
})

/** What a process writes that logs a request at a level, and its omission below it. */
async function linesOf(options: string): Promise<string> {
  const log = `
    import { openLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = await openLog(${options})
    log.debug('not written')
    log.info({ method: 'GET', path: '/create', status: 200, ms: 3 }, 'request')
    log.info({ method: 'GET', path: '/pieces/\u001B[2Jල\u202E\\na', status: 404, ms: 3 }, 'request')
    log.warn({ err: new Error('no room') }, 'the backup failed')
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

test('openLog: a line is JSON, at the level or above it', async () => {
  const lines = (await linesOf(`{ level: 'warn' }`)).trim().split('\n')
  assert.equal(lines.length, 1)
  const { level, msg, err } = JSON.parse(lines[0] ?? '') as { level: number; msg: string; err: Error }
  assert.deepEqual([level, msg, err.message], [40, 'the backup failed', 'no room'])
})

test('openLog: on a terminal, a line is for people, and shows control characters as text', async () => {
  const [request = '', hostile = '', warning = '', ...more] = (await linesOf('{ isTerminal: true }')).split('\n')
  assert.match(request, /^\[\d\d:\d\d:\d\d\] INFO: GET \/create 200 3 ms$/)
  assert.ok(hostile.endsWith(String.raw`INFO: GET /pieces/\u{1b}[2Jල\u{202e}\na 404 3 ms`), hostile)
  assert.match(warning, /WARN: the backup failed$/)
  assert.match(more.join('\n'), /no room/)
})
