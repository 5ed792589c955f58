import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { addItem } from '../kit/api-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { root } from '../kit/shop/shop-process.ts'

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())
const { id } = await addItem(shop.url, { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' })
const itemPath = `/item/${id}`

/** Sends a request. @returns the response, not decoded. */
async function sendRequest(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>()
  const read = async (status: number, received: IncomingHttpHeaders, body: Promise<Buffer>) => {
    return { status, headers: received, body: await body }
  }
  request(shop.url + path, { method, headers }, (answer) => {
    resolve(read(answer.statusCode ?? 0, answer.headers, buffer(answer)))
  })
    .once('error', reject)
    .end()
  return promise
}

describe('every response', () => {
  for (const path of [
    '/',
    '/create',
    '/sign-in',
    '/item/none',
    '/nowhere',
    '/healthz',
    '/api/items',
    '/api/none',
    '/identitytoolkit.googleapis.com/v1/none',
    '/robots.txt',
    '/favicon.svg',
  ]) {
    test(`of ${path} has the security headers`, async () => {
      for (const _ of ['first', 'cached']) {
        const { headers } = await sendRequest(path)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['x-frame-options'], 'DENY')
        assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
        assert.match(
          String(headers['permissions-policy']),
          /^clipboard-write=\(self\), web-share=\(self\), .*camera=\(\)/,
        )
        const policy = String(headers['content-security-policy'])
        assert.match(policy, /^default-src 'none'/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.doesNotMatch(policy, /unsafe|\*/)
        assert.doesNotMatch(JSON.stringify(headers), /x-powered-by/i)
      }
    })
  }
})

describe('page', () => {
  test('is sent in the best accepted encoding, with the same content except for its nonce', async () => {
    const withoutNonce = (body: Buffer) => String(body).replaceAll(/ nonce="[^"]+"/g, '')
    for (const path of ['/', itemPath, '/create']) {
      const plain = await sendRequest(path)
      assert.equal(plain.headers['content-encoding'], undefined)
      const br = await sendRequest(path, { 'Accept-Encoding': 'gzip, deflate, br' })
      assert.equal(br.headers['content-encoding'], 'br')
      const gzip = await sendRequest(path, { 'Accept-Encoding': 'gzip, br;q=0' })
      assert.equal(gzip.headers['content-encoding'], 'gzip')
      assert.equal(withoutNonce(brotliDecompressSync(br.body)), withoutNonce(plain.body))
      assert.equal(withoutNonce(gunzipSync(gzip.body)), withoutNonce(plain.body))
      assert.equal(br.headers['vary'], 'Accept-Encoding')
    }
  })

  test('disables a button either by disabled or by aria-disabled, not both', async () => {
    for (const path of ['/', itemPath, '/create', '/manage', '/sign-in', '/__/auth/action?mode=signIn&oobCode=x']) {
      const elements = String((await sendRequest(path)).body).match(/<[a-z][^>]* disabled=[^>]*>/g) ?? []
      if (path === '/sign-in') assert.ok(elements.length > 1)
      for (const element of elements) assert.doesNotMatch(element, / aria-disabled=/, path)
    }
  })

  test('is answered 304 to a known ETag', async () => {
    for (const path of ['/', itemPath]) {
      const { etag = '', 'cache-control': cacheControl } = (await sendRequest(path)).headers
      assert.equal(cacheControl, 'no-cache')
      const again = await sendRequest(path, { 'If-None-Match': etag })
      assert.equal(again.status, 304)
      assert.equal(again.body.length, 0)
      assert.equal(again.headers.etag, etag)
    }
  })

  test('answers HEAD with the headers only', async () => {
    for (const path of ['/', '/item/none', '/healthz', '/api/items', '/robots.txt']) {
      const { status, headers, body } = await sendRequest(path, {}, 'HEAD')
      const got = await sendRequest(path)
      assert.equal(status, got.status)
      assert.equal(headers['content-length'], got.headers['content-length'])
      assert.equal(body.length, 0)
    }
  })

  test('is answered 404 for an unknown item and an unknown path', async () => {
    for (const path of [
      '/item/none',
      '/item/w2q1glSJSzjUZxmtQkh7',
      '/nowhere',
      '/item',
      '/create.data',
      '/%2e%2e/server.ts',
    ]) {
      assert.equal((await sendRequest(path)).status, 404, path)
    }
  })

  test('is the same with the query of a campaign', async () => {
    assert.deepEqual((await sendRequest('/?utm_source=x&fbclid=y')).body, (await sendRequest('/')).body)
  })

  test('allows the inline scripts and styles of visitor pages by hash, without a nonce', async () => {
    for (const path of ['/', itemPath, '/item/none', '/nowhere']) {
      const { headers, body } = await sendRequest(path)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /script-src 'self' 'sha256-.*style-src 'sha256-/)
      const inline = [...String(body).matchAll(/<(script|style)(?! type="application\/ld\+json")[^>]*>([^]*?)<\/\1>/g)]
      assert.deepEqual(
        inline.map(([, element = '']) => element).toSorted(),
        ['script', 'script', 'script', 'style'],
        path,
      )
      for (const [element, , content = ''] of inline) {
        assert.ok(policy.includes(`'sha256-${hash('sha256', content, 'base64')}'`), `${path} does not allow ${element}`)
      }
      assert.doesNotMatch(String(body), / nonce="/)
    }
  })
})

test('pages whose address has a secret are stored nowhere, and their requests do not name it to the logs of proxies', async () => {
  for (const path of ['/claim', '/__/auth/action?mode=resetPassword&oobCode=secret']) {
    const { headers } = await sendRequest(path)
    assert.deepEqual([headers['cache-control'], headers['referrer-policy']], ['no-store', 'no-referrer'], path)
  }
})

test('assets: a file with a hash in its name is immutable', async () => {
  const [, script = ''] = /"(\/assets\/[\w-]+\.js)"/.exec(String((await sendRequest('/create')).body)) ?? []
  const { status, headers } = await sendRequest(script, { 'Accept-Encoding': 'br' })
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['content-encoding'], 'br')
  assert.match(String(headers['content-type']), /javascript/)
})

test('an invalid Host header is answered 400, with the security headers', async () => {
  for (const host of ['[', 'a b', 'a/b?', 'x@y', '%']) {
    const { status, headers } = await sendRequest('/healthz', { Host: host })
    assert.equal(status, 400, host)
    assert.equal(headers['x-content-type-options'], 'nosniff', host)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/, host)
  }
})

test('/healthz: a request of HTTP/1.0 without a Host header is answered 200', async () => {
  const socket = connect(Number(new URL(shop.url).port), 'localhost')
  socket.write('GET /healthz HTTP/1.0\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 /)
})

test('headers that are too long are answered 431, and the shop keeps running', async () => {
  const { port } = new URL(shop.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: shop\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
  assert.match(await text(socket), /^HTTP\/1\.1 431 /)
  assert.equal((await sendRequest('/healthz')).status, 200)
})

test('static files: nothing outside the built files is served', async () => {
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/shop.lock',
  ]) {
    assert.equal((await sendRequest(path)).status, 404, path)
  }
  for (const file of ['server/index.js', 'sources.sha256', 'client/favicon.svg']) {
    assert.ok(existsSync(join(root, 'build', file)), file)
    assert.equal((await sendRequest(`/${file}`)).status, 404, file)
  }
})
