import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'

import packageJson from '../../package.json' with { type: 'json' }
import { sendItem, signUp } from '../kit/api-client.ts'
import { followLiveList, nextEvent } from '../kit/http/live-events.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

interface Health {
  readonly status: string
  readonly version?: string
  readonly pieces?: number
  readonly openPages?: number
  readonly freeBytes?: number
}

/** Not with `fetch`, which sends no `Host` or `Via` of its caller. */
async function readHealth(url: string, headers: Readonly<Record<string, string>> = {}) {
  const request = sendRequest(`${url}/healthz`, { headers, agent: false }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: (await json(response)) as Health }
}

test('/healthz: answers 503 with the reason when the storage failed, while pages are served', async () => {
  await using shop = await host.open()
  const { idToken } = await signUp(shop.url)
  const asProxy = { 'X-Forwarded-For': '203.0.113.7' }
  assert.deepEqual(await readHealth(shop.url, asProxy), { status: 200, body: { status: 'ok' } })
  using other = new DatabaseSync(join(shop.dataDir, 'items.db'))
  other.exec('BEGIN IMMEDIATE')
  assert.equal((await sendItem(shop.url, idToken, newItem)).status, 503)
  const missing = 'The shop cannot save: database is locked.'
  assert.deepEqual(await readHealth(shop.url, asProxy), { status: 503, body: { status: 'not ready', missing } })
  assert.equal((await readHealth(shop.url)).body.version, packageJson.version)
  assert.equal((await fetch(shop.url)).status, 200)
})

describe('/healthz: version, free space and counts', () => {
  test('are answered to a program on this machine', async () => {
    await using shop = await host.open()
    const { idToken } = await signUp(shop.url)
    await sendItem(shop.url, idToken, newItem)
    const openPage = followLiveList(shop.url)
    await nextEvent(openPage)
    const { freeBytes = 0, ...body } = (await readHealth(shop.url)).body
    assert.deepEqual(body, { status: 'ok', version: packageJson.version, pieces: 1, openPages: 1 })
    assert.ok(freeBytes > 1_000_000)
    await openPage.return()
  })

  test('are answered neither through a proxy on this machine nor under another name', async () => {
    await using shop = await host.open()
    const headersOfOthers: Readonly<Record<string, string>>[] = [
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-Proto': 'https' },
      { 'X-Real-IP': '127.0.0.1' },
      { Forwarded: 'for=127.0.0.1' },
      { Via: '1.1 proxy' },
      { Host: 'shop.example' },
    ]
    for (const headers of headersOfOthers) {
      const { body } = await readHealth(shop.url, headers)
      assert.deepEqual(body, { status: 'ok' }, JSON.stringify(headers))
    }
  })

  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const skip = own === undefined && 'This machine has no address on a network.'
  test('are not answered to another machine', { skip }, async () => {
    await using shop = await host.open({ env: { HOST: '0.0.0.0' } })
    const { port } = new URL(shop.url)
    const { body } = await readHealth(`http://${own}:${port}`, { Host: `localhost:${port}` })
    assert.deepEqual(body, { status: 'ok' })
  })
})
