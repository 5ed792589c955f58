import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

import { BufferedPage, NoncePage } from './rendered-page.ts'

/** libuv's default. */
const threads = 4

const rendered = 'the nonce of the rendering'
const text = `<script nonce="${rendered}"></script>${'<p>wool</p>'.repeat(2_000)}`

const withNonces = new NoncePage(200, text, rendered, { 'Content-Security-Policy': `script-src ${rendered}` })

async function open(t: TestContext, page: BufferedPage | NoncePage) {
  const asked = { count: 0, server: createServer() }
  const { server } = asked
  server.on('request', (request, response) => {
    asked.count += 1
    page.send(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

/**
 * Blocks all compression until the result is called: each thread of the pool waits to read a FIFO (man 7 fifo) that
 * nobody writes.
 */
async function blockThreads(t: TestContext): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), 'threads-'))
  t.after(() => rm(folder, { recursive: true }))
  const fifos = Array.from({ length: threads }, (_, index) => join(folder, String(index)))
  execFileSync('mkfifo', fifos)
  for (const fifo of fifos) void readFile(fifo)
  return () => {
    for (const fifo of fifos) closeSync(openSync(fifo, 'w'))
  }
}

async function get(port: number) {
  const request = ask({ port, host: '127.0.0.1', agent: false, headers: { 'Accept-Encoding': 'br' } }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const isCompressed = response.headers['content-encoding'] === 'br'
  const nonce = String(response.headers['content-security-policy']).replace('script-src ', '')
  return { isCompressed, nonce, bytes: body.length, text: String(isCompressed ? brotliDecompressSync(body) : body) }
}

test('BufferedPage: one that is sent often is compressed again, to fewer bytes', async (t) => {
  const source = await readFile(import.meta.filename, 'utf8')
  const { port } = await open(t, new BufferedPage(200, source, {}))
  const first = await get(port)
  let answer = await get(port)
  while (answer.bytes === first.bytes) answer = await get(port)
  assert.ok(answer.bytes < first.bytes)
  assert.equal(answer.text, source)
})

test('BufferedPage: the home page has fewer bytes from the first time on', async (t) => {
  const source = await readFile(import.meta.filename, 'utf8')
  const [home, other] = await Promise.all(
    [true, false].map(async (isHome) => get((await open(t, new BufferedPage(200, source, {}, { isHome }))).port)),
  )
  assert.ok(home && other && home.bytes < other.bytes)
  assert.equal(home.text, source)
})

describe('NoncePage', () => {
  test('each response is compressed and has its own nonce', async (t) => {
    const { port } = await open(t, withNonces)
    const answers = [await get(port), await get(port)]
    for (const answer of answers) {
      assert.ok(answer.isCompressed)
      assert.equal(answer.text, text.replace(rendered, answer.nonce))
    }
    assert.notEqual(answers[0]?.nonce, answers[1]?.nonce)
  })

  test('responses are sent uncompressed when more than 100 others wait', async (t) => {
    const { port, asked } = await open(t, withNonces)
    const release = await blockThreads(t)
    const compressed = Array.from({ length: 102 }, () => get(port))
    while (asked.count < 102) await once(asked.server, 'request')
    const asking = get(port)
    while (asked.count < 103) await once(asked.server, 'request')
    release()
    const late = await asking
    assert.equal(late.isCompressed, false)
    for (const answer of [late, ...(await Promise.all(compressed))]) {
      assert.equal(answer.isCompressed, answer !== late)
      assert.equal(answer.text, text.replace(rendered, answer.nonce))
    }
  })
})
