import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import * as fc from 'fast-check'

import { PageChecks } from '../fuzz/page-checks.ts'
import { RawClient } from '../fuzz/raw-client.ts'
import { runCases } from '../fuzz/run-cases.ts'
import type { SampleShop } from '../fuzz/shop-paths.ts'
import { coreTimeMs } from '../kit/core-time.ts'

const sample: SampleShop = { itemId: 'a'.repeat(20), removedId: 'b'.repeat(20), assets: [] }
const policy = "default-src 'none'; script-src 'self' 'sha256-a'"

function page(status: number, body: string, more = `Content-Security-Policy: ${policy}\r\n`): string {
  return `HTTP/1.1 ${status} x\r\nContent-Type: text/html\r\nX-Content-Type-Options: nosniff\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
}

/** Responses of a faulty server by request target, and the error that the check must throw. */
const faults: Readonly<Record<string, readonly [answer: string, fault: RegExp]>> = {
  '/fails': [page(500, 'stack'), /answered 500/],
  '/_.data%20': [page(200, 'home'), /a page at a wrong path/],
  '/create?other': [page(200, 'other'), /not the page of its canonical path/],
  '/pieces?q=A&x': [page(200, 'other'), /not the page of its canonical path/],
  '/pieces/other?q=a': [page(200, 'create'), /a page at a wrong path/],
  '/create?script': [page(200, 'create', `Content-Security-Policy: ${policy} 'sha256-b'\r\n`), /sha256-b/],
  '/names-itself': [page(404, 'no /names-itself'), /not the 404 page/],
  '/allows-more': [page(404, 'missing', "Content-Security-Policy: script-src 'unsafe-inline'\r\n"), /script-src/],
  '/405': [page(405, 'method'), /a page with status 405/],
  '/sniffed': ['HTTP/1.1 200 x\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n', /nosniff/],
  '/leaves': [
    'HTTP/1.1 308 x\r\nX-Content-Type-Options: nosniff\r\nLocation: //evil.example/\r\nContent-Length: 0\r\n\r\n',
    /a redirect to \/\/evil/,
  ],
  '/leaves-too': [
    'HTTP/1.1 308 x\r\nX-Content-Type-Options: nosniff\r\nLocation: /\\evil.example/\r\nContent-Length: 0\r\n\r\n',
    /a redirect to \/\\evil/,
  ],
  '/endless': [
    'HTTP/1.1 308 x\r\nX-Content-Type-Options: nosniff\r\nLocation: /endless\r\nContent-Length: 0\r\n\r\n',
    /endless redirects/,
  ],
  '/twice': [page(404, 'missing') + page(404, 'missing'), /more than one answer/],
  '/closes': ['', /closed without an answer/],
}

function answerTo(target: string): string {
  const fault = faults[target]
  if (fault) return fault[0]
  const isMissing = /nowhere|none|0{20}|b{20}/.test(target)
  return isMissing ? page(404, 'missing') : page(200, target === '/' ? 'home' : 'create')
}

function keepCoreBusy(ms: number): void {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user < 1_000 * ms);
}

let server: Server
let port: number

before(async () => {
  server = createServer((socket) => {
    socket.on('data', async (request) => {
      const [, target = ''] = String(request).split(' ')
      const answer = answerTo(target)
      if (target === '/slow') keepCoreBusy(600)
      if (target === '/waits') await setTimeout(600)
      if (answer === '') socket.destroy()
      else socket.write(answer)
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
after(() => server.close())

for (const [target, [, fault]] of Object.entries(faults)) {
  test(`PageChecks.check: rejects the faulty response to ${target}`, async () => {
    using client = new RawClient(port)
    const pages = await PageChecks.record(client, sample)
    await pages.check({ method: 'GET', target: '/create?x=1' }, client)
    await assert.rejects(pages.check({ method: 'GET', target }, client), fault)
  })
}

const needsCoreTime = { skip: coreTimeMs(process.pid) === 0 && 'needs /proc/PID/schedstat of Linux' }

test(
  'runCases: a request that keeps the server busy each time is reported, one that waits is not',
  needsCoreTime,
  async () => {
    const options = { port, pid: process.pid, seed: 1, cases: 1, concurrency: 1 }
    const check = async (target: string, client: RawClient) => void (await client.send({ method: 'GET', target }))
    for (const target of ['/', '/waits']) await runCases(options, fc.constant(target), check)
    await assert.rejects(runCases(options, fc.constant('/slow'), check), /slow: GET \/slow/)
  },
)
