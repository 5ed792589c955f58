import assert from 'node:assert/strict'
import { request as sendRequest } from 'node:http'
import { after, describe, test } from 'node:test'

import { signUp } from '../kit/api-client.ts'
import { plainPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const shop = await openHostedShop({ env: { SHOP_TRUST_PROXY: '1' } })
after(() => shop[Symbol.asyncDispose]())
const { idToken } = await signUp(shop.url)

interface Line {
  readonly level: number
  readonly path?: string
  readonly status?: number
  readonly client?: string
  readonly aborted?: true
}

function linesOf(output: string): Line[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
}

/** The shop's log lines from `start` on, once the line of a request whose path starts like this is among them. */
async function linesUntil(path: string, start: number): Promise<Line[]> {
  for (;;) {
    const completeLines = shop.output().slice(start, shop.output().lastIndexOf('\n'))
    const lines = linesOf(completeLines)
    if (lines.some((line) => line.path?.startsWith(path) && line.status !== undefined)) return lines
    await shop.nextOutput()
  }
}

/** Sends half of a body, and closes the connection. */
async function breakOff(path: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const request = sendRequest(shop.url + path, { method: 'POST', headers, agent: false }).on('error', () => undefined)
  await new Promise<void>((resolve) => request.write('{"title":', () => resolve()))
  request.destroy()
}

describe('log', () => {
  for (const [what, path] of [
    ['a new item', '/api/items'],
    ['a sign-up', '/identitytoolkit.googleapis.com/v1/accounts:signUp'],
  ] as const) {
    for (const [how, length] of [
      ['with its length', { 'Content-Length': '100' }],
      ['in chunks', { 'Transfer-Encoding': 'chunked' }],
    ] as const) {
      test(`an aborted body of ${what}, sent ${how}, is logged as 400 and not as an error`, async () => {
        const start = shop.output().length
        await breakOff(`${path}?key=any`, { Authorization: `Bearer ${idToken}`, ...length })
        const lines = await linesUntil(path, start)
        const request = lines.find((line) => line.path?.startsWith(path) && line.status !== undefined)
        assert.deepEqual([request?.status, request?.aborted], [400, true])
        assert.deepEqual(
          lines.filter((line) => line.level >= 40),
          [],
        )
      })
    }
  }

  test('a request has the client’s address; a successful health check has no line', async () => {
    const start = shop.output().length
    await (await fetch(`${shop.url}/healthz`)).text()
    await (await fetch(`${shop.url}/api/items`)).text()
    await linesUntil('/api/items', start)
    const headers = { 'X-Forwarded-For': '2001:db8:1:2::7' }
    await (await fetch(`${shop.url}/api/suggestions`, { headers })).text()
    const lines = await linesUntil('/api/suggestions', start)
    assert.deepEqual(
      lines.map(({ path, client }) => [path, client]),
      [
        ['/api/items', '127.0.0.1'],
        ['/api/suggestions', '2001:db8:1:2::'],
      ],
    )
  })

  test('a piped output has nothing but lines of JSON', async () => {
    const env = { SHOP_IDENTITY_EMULATOR: '1', SHOP_WHO_MAY_ADD: 'anyone' }
    const noisy = await startShop({ env })
    const someone = await signUp(noisy.url)
    await uploadPhoto({ url: noisy.url, ...someone }, await plainPhoto('#a52'))
    await noisy.stop()
    for (const line of noisy.output().trimEnd().split('\n')) assert.match(line, /^\{"level":\d.*\}$/)
    assert.match(noisy.output(), /TEST MODE/)
    assert.match(noisy.output(), /"claim":"http:[^"]+\/claim#[\w-]{22}"/)
  })

  test('a long path is truncated to 200 characters', async () => {
    const start = shop.output().length
    const path = `/api/${'x'.repeat(10_000)}`
    await (await fetch(shop.url + path)).arrayBuffer()
    const [line] = await linesUntil(path.slice(0, 200), start)
    assert.equal(line?.path, `${path.slice(0, 200)}…`)
    assert.ok(!shop.output().includes(path.slice(0, 201)))
  })
})
