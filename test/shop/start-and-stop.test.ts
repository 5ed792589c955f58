import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'

import { addItem, listItems, refresh, sendItem, signUp } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { makeDataDir, startFailingShop, startShop, withTimeouts } from '../kit/shop/shop-process.ts'

/** A Firebase project whose Firestore does not answer. */
const silentProject = {
  SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
  SHOP_FIREBASE_API_KEY: 'any',
  SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:9',
}

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

describe('SIGTERM', () => {
  test('ends live lists, finishes pending requests, and exits with 0', async () => {
    const shop = await startShop()
    const { idToken } = await signUp(shop.url)
    const live = await fetch(`${shop.url}/api/items/live`)
    const liveText = live.text()

    const body = JSON.stringify(newItem)
    const headers = { Authorization: `Bearer ${idToken}`, 'Content-Length': body.length, Expect: '100-continue' }
    const adding = request(`${shop.url}/api/items`, { method: 'POST', headers })
    adding.flushHeaders()
    await once(adding, 'continue')
    const stopped = shop.stop()
    assert.match(await liveText, /retry: \d+\n\n$/)
    adding.end(body)
    const [answer] = await once(adding, 'response')
    assert.equal(answer.statusCode, 201)
    assert.equal(((await json(answer)) as { title: string }).title, newItem.title)
    assert.equal(await stopped, 0)
  })

  test('ends a shop whose Firestore does not answer, and exits with 0', async () => {
    const { script, env } = withTimeouts({ end: 500 })
    const shop = await startShop({ script, env: { ...env, ...silentProject } })
    assert.equal((await fetch(`${shop.url}/healthz`)).status, 503)
    assert.equal(await shop.stop(), 0)
    assert.match(shop.output(), /"level":40,.*"msg":"the shop ends before everything is closed"/)
  })
})

describe('restart', () => {
  test('keeps items, revision, accounts and tokens', async () => {
    const dataDir = await makeDataDir()
    const first = await startShop({ dataDir })
    const item = await addItem(first.url, newItem)
    const { idToken, refreshToken } = await signUp(first.url)
    const revisionOf = async (url: string) =>
      ((await (await fetch(`${url}/api/items`)).json()) as { revision: number }).revision
    const revision = await revisionOf(first.url)
    await first.stop()

    const second = await startShop({ dataDir })
    assert.deepEqual(await listItems(second.url), [item])
    assert.equal(await revisionOf(second.url), revision)
    assert.equal((await sendItem(second.url, idToken, newItem)).status, 201)
    assert.equal((await refresh(second.url, refreshToken)).status, 200)
    await second.stop()
    await rm(dataDir, { recursive: true })
  })
})

describe('a failed start prints the reason in one line', () => {
  let dataDir: string

  before(async () => {
    dataDir = await makeDataDir()
  })
  after(() => rm(dataDir, { recursive: true }))

  test('when another shop uses the same folder, which keeps running', async () => {
    await using shop = await host.open({ dataDir })
    const { code, lines } = await startFailingShop({ dataDir })
    assert.equal(code, 1)
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /is already used by a shop that is running\. Stop that one first/)
    await addItem(shop.url, newItem)
  })

  test('when the data folder, which has uploads in the cloud, too, cannot be used', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const { code, lines } = await startFailingShop({ dataDir: file, env: silentProject })
    assert.equal(code, 1)
    assert.deepEqual(lines, [
      `${file} is not a folder. Set SHOP_DATA_DIR to a folder, or to a name that is still free.`,
    ])
  })

  test('when the port is taken', async () => {
    await using shop = await host.open()
    const { port } = new URL(shop.url)
    const { code, lines } = await startFailingShop({ dataDir, env: { PORT: port } })
    assert.equal(code, 1)
    assert.deepEqual(lines, [
      `Cannot listen on port ${port} of 127.0.0.1: another program uses it; set PORT to a free one.`,
    ])
  })

  for (const [what, HOST, line] of [
    ['an address of this machine', '192.0.2.1', /: this machine does not have this address; [^\n]*$/],
    ['an address', '999.1.1.1', /: [^\n]*; set HOST to an address of this machine[^\n]*$/],
  ] as const) {
    test(`when HOST is not ${what}`, async () => {
      const opened = host.open({ dataDir, env: { HOST } })
      const message = await opened.then(String, (error: Error) => error.message)
      const [, reason = message] = /^The shop did not open:\nCannot listen on port \d+ of ([^]*)\n$/.exec(message) ?? []
      assert.ok(reason.startsWith(`${HOST}: `), reason)
      assert.match(reason, line)
    })
  }

  test('when only an administrator may use the port', { skip: skipPrivilegedPort() }, async () => {
    const asNobody = ['setpriv', '--bounding-set=-all', '--inh-caps=-all']
    const { code, lines } = await startFailingShop({ dataDir, launcher: asNobody, env: { PORT: '80' } })
    assert.equal(code, 1)
    assert.match(
      lines.join(''),
      /^Cannot listen on port 80 of 127\.0\.0\.1: only an administrator .*; set PORT to 3000/,
    )
  })

  test('when SHOP_COLOUR is "red"', async () => {
    const { code, lines } = await startFailingShop({ dataDir, env: { SHOP_COLOUR: 'red' } })
    assert.equal(code, 78) // The service does not try again: deploy/stockinette.service.
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /^SHOP_COLOUR is .*\.$/)
  })
})

/** In many containers, anybody may use port 80. */
function skipPrivilegedPort(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, to give its rights up'
  const first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  return first <= 80 && 'anybody may use port 80 here'
}

describe('log', () => {
  test('says when the shop opened, and why it closed; a picture is a line only if it is missing', async () => {
    const shop = await startShop()
    for (const path of ['/favicon.svg', '/photos/missing.webp', '/create']) await (await fetch(shop.url + path)).text()
    await shop.stop()
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; url?: string; signal?: string; path?: string })
    assert.deepEqual(
      lines.map(({ msg, url, signal, path }) => [msg, url ?? signal ?? path]),
      [
        ['the shop is open', shop.url],
        ['nobody has claimed this shop: this link makes it yours', undefined],
        ['request', '/photos/missing.webp'],
        ['request', '/create'],
        ['the shop is closing', 'SIGTERM'],
        ['the shop is closed', undefined],
      ],
    )
  })

  test('has a line for each request, without tokens, keys or bodies', async () => {
    const shop = await startShop()
    const { idToken, refreshToken } = await signUp(shop.url)
    await sendItem(shop.url, idToken, { ...newItem, description: 'a secret recipe' })
    await sendItem(shop.url, `${idToken}x`, newItem)
    await refresh(shop.url, refreshToken)
    await shop.stop()
    const log = shop.output()
    for (const secret of [idToken, idToken.split('.')[2] ?? '', refreshToken, 'secret recipe', 'key=']) {
      assert.ok(!log.includes(secret))
    }
    const lines = log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { path?: string; status?: number })
    const asked = lines.map(({ path, status }) => `${path} ${status}`)
    assert.ok(asked.includes('/api/items 201') && asked.includes('/api/items 401'), asked.join('\n'))
  })
})

describe('rate limits', () => {
  test('the API and the identity service answer 429, each in its own format', async () => {
    await using shop = await host.open()
    const { idToken } = await signUp(shop.url)
    const answers = await Promise.all(Array.from({ length: 125 }, () => sendItem(shop.url, idToken, newItem)))
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 5)
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0)

    const signUps = await Promise.all(
      Array.from({ length: 305 }, () => signUp(shop.url).catch((error: Error) => error.message)),
    )
    const slowed = signUps.filter((result) => typeof result === 'string')
    assert.ok(slowed.length > 0)
    for (const message of slowed) assert.match(message, /^429 .*TOO_MANY_ATTEMPTS_TRY_LATER/)
  })
})
