import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

import { NoncePage } from './nonce-page.ts'

const rendered = 'the nonce of the rendering'
const text = `<script nonce="${rendered}"></script>${'<p>wool</p>'.repeat(2_000)}`

async function open(t: TestContext): Promise<number> {
  const page = new NoncePage(200, text, rendered, (nonce) => ({ 'X-Nonce': nonce }))
  const server = createServer((request, response) => page.send(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function get(port: number) {
  const request = ask({ port, host: '127.0.0.1', agent: false, headers: { 'Accept-Encoding': 'br' } }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const isCompressed = response.headers['content-encoding'] === 'br'
  const nonce = String(response.headers['x-nonce'])
  return { isCompressed, nonce, text: String(isCompressed ? brotliDecompressSync(body) : body) }
}

describe('NoncePage', () => {
  test('each answer is compressed, and has a nonce of its own', async (t) => {
    const port = await open(t)
    const answers = [await get(port), await get(port)]
    for (const answer of answers) {
      assert.ok(answer.isCompressed)
      assert.equal(answer.text, text.replace(rendered, answer.nonce))
    }
    assert.notEqual(answers[0]?.nonce, answers[1]?.nonce)
  })

  test('of 400 answers at once, those that too many wait before are sent as they are', async (t) => {
    const port = await open(t)
    const answers = await Promise.all(Array.from({ length: 400 }, () => get(port)))
    assert.ok(answers.some(({ isCompressed }) => isCompressed))
    assert.ok(answers.some(({ isCompressed }) => !isCompressed))
    for (const answer of answers) assert.equal(answer.text, text.replace(rendered, answer.nonce))
  })
})
