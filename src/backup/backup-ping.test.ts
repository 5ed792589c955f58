import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'

import { pino } from 'pino'

import { createBackupPing } from './backup-ping.ts'

type Answer = (response: ServerResponse) => void

/** A monitoring service, which answers each request in turn as given and the others as the last one, and a ping to it. */
async function open(t: TestContext, ...answers: readonly Answer[]) {
  const events = new EventEmitter()
  const requests: string[] = []
  const server = createServer(({ method, url }, response) => {
    const answer = answers[requests.length] ?? answers.at(-1)
    requests.push(`${method} ${url}`)
    answer?.(response)
    events.emit('request')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/secret`)
  const log = pino({}, { write: (line: string) => void events.emit('line', line) })
  const ping = createBackupPing({ url, log, retryMs: 1 })
  t.after(() => {
    ping[Symbol.dispose]()
    server.closeAllConnections()
    server.close()
  })
  const requested = async (count: number) => {
    while (requests.length < count) await once(events, 'request')
  }
  const logged = async () => String((await once(events, 'line'))[0])
  return { ping, requests, requested, logged, server, events }
}

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('answer')

describe('the ping after a good backup', () => {
  test('is one GET request', async (t) => {
    const { ping, requests, requested, events } = await open(t, status(200))
    events.on('line', (line) => assert.fail(String(line)))
    ping.send()
    await requested(1)
    ping.send()
    await requested(2)
    assert.deepEqual(requests, ['GET /ping/secret', 'GET /ping/secret'])
  })

  test('is repeated after an answer that is an error, and after none', async (t) => {
    const { ping, requested, events } = await open(t, status(503), (response) => response.destroy(), status(200))
    events.on('line', (line) => assert.fail(String(line)))
    ping.send()
    await requested(3)
  })

  for (const [what, answer, reason] of [
    ['errors only', status(500), /The answer was 500/],
    ['a redirect, which is not followed', status(302, { Location: '/elsewhere' }), /The answer was 302/],
    ['no answer', (response: ServerResponse) => void response.destroy(), /There was no answer/],
  ] as const) {
    test(`that gets ${what} is given up after three retries, and logged without its address`, async (t) => {
      const { ping, requests, logged } = await open(t, answer)
      ping.send()
      const line = await logged()
      assert.match(line, reason)
      assert.match(line, /"level":40.*SHOP_BACKUP_PING/)
      assert.doesNotMatch(line, /secret/)
      assert.deepEqual(requests, Array(4).fill('GET /ping/secret'))
    })
  }
})
