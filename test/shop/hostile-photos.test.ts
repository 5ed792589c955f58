import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { signUp } from '../kit/api-client.ts'
import { hostilePhotos } from '../kit/photos/hostile-photos.ts'
import { drawPhoto, filesOf, photoAddress, sendPart, sendPhoto, sha256Of, uploadPhoto } from '../kit/photos/photos.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off' } })
after(() => shop[Symbol.asyncDispose]())
const { idToken } = await signUp(shop.url)
const sending = () => ({ url: shop.url, idToken })
const authorization = () => ({ Authorization: `Bearer ${idToken}` })
const limit = 15 * 1024 ** 2

async function assertRefused(answer: Response, status: number, code: string): Promise<void> {
  const text = await answer.text()
  assert.equal(answer.status, status, text)
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  assert.equal(error.code, code)
  assert.match(error.message, /^[A-Z].*\.$/)
  assert.doesNotMatch(text, /Vips|sharp|heif|\bat \S+ \(|node:|\.ts:\d/, 'no implementation details')
}

async function assertNothingLeft(): Promise<void> {
  assert.deepEqual(await readdir(join(shop.dataDir, 'uploads')), [])
  assert.deepEqual(await readdir(join(shop.dataDir, 'photos')), [])
}

const statuses: Readonly<Record<string, number>> = { 'invalid-photo': 422, 'unsupported-photo': 415 }

describe('PUT /api/photos: an invalid photo is refused with a message, and nothing is stored', () => {
  for (const [what, code, make] of hostilePhotos) {
    test(what, async () => {
      await assertRefused(await sendPhoto(sending(), Buffer.from(await make())), statuses[code] ?? 0, code)
      await assertNothingLeft()
    })
  }

  test('bytes that do not match the SHA-256 in the URL', async () => {
    const bytes = Buffer.from(await drawPhoto(100, 100).jpeg().toBuffer())
    const address = `${shop.url}/api/photos/${sha256Of(Buffer.from('another'))}`
    const answer = await sendPart(sending(), address, { offset: 0, bytes, isLast: true })
    await assertRefused(answer, 422, 'invalid-photo')
    await assertNothingLeft()
  })

  test('more than 15 MB, with Content-Length', async () => {
    await assertRefused(await sendPhoto(sending(), Buffer.alloc(limit + 1)), 413, 'body-too-large')
    await assertNothingLeft()
  })

  test('more than 15 MB from a client that sends megabytes of it before it reads the answer', async () => {
    const bytes = Buffer.alloc(limit + 1)
    const { port } = new URL(shop.url)
    const socket = connect({ port: Number(port), host: 'localhost' }).pause()
    const headers = { ...authorization(), Host: 'localhost', 'Content-Length': String(bytes.length) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`PUT ${new URL(photoAddress(shop.url, bytes)).pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
    const sent = Promise.withResolvers<void>()
    // Not all: the server reads on for half a second, which a busy machine may need for them.
    socket.write(bytes.subarray(0, 3_000_000), (error) => (error ? sent.reject(error) : sent.resolve()))
    await sent.promise
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer]
    assert.match(String(answer), /^HTTP\/1\.1 413 [^]*"body-too-large"/)
    socket.destroy()
  })

  test('more than 15 MB, chunked', async () => {
    const bytes = randomBytes(limit + 1)
    const body = new Blob([bytes]).stream()
    const request = { method: 'PUT', headers: authorization(), body, duplex: 'half' } as const
    await assertRefused(await fetch(photoAddress(shop.url, bytes), request), 413, 'body-too-large')
    await assertNothingLeft()
  })

  test('more than 15 MB in parts', async () => {
    const address = `/api/photos/${'0'.repeat(64)}`
    const part = { offset: 0, bytes: Buffer.alloc(limit - 10), isLast: false }
    assert.equal((await sendPart(sending(), address, part)).status, 204)
    const more = { offset: limit - 10, bytes: Buffer.alloc(11), isLast: true }
    await assertRefused(await sendPart(sending(), address, more), 413, 'body-too-large')
    await assertNothingLeft()
  })

  test('more than 15 MB in parts, of which the last has no Content-Length', async () => {
    const address = `/api/photos/${'0'.repeat(64)}`
    const part = { offset: 0, bytes: Buffer.alloc(limit - 10), isLast: false }
    assert.equal((await sendPart(sending(), address, part)).status, 204)
    const headers = { ...authorization(), 'Upload-Offset': String(limit - 10) }
    const more = { method: 'PATCH', headers, body: new Blob([Buffer.alloc(11)]).stream(), duplex: 'half' } as const
    await assertRefused(await fetch(shop.url + address, more), 413, 'body-too-large')
    await assertNothingLeft()
  })
})

describe('/api/photos: without a valid token', () => {
  for (const [who, headers] of [
    ['no token', {}],
    ['a forged token', { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.' }],
  ] as const) {
    for (const method of ['GET', 'PUT', 'PATCH']) {
      test(`${method} with ${who} is answered 401`, async () => {
        const body = method === 'GET' ? null : 'x'
        const answer = await fetch(`${shop.url}/api/photos/${'0'.repeat(64)}`, { method, headers, body })
        await assertRefused(answer, 401, 'not-signed-in')
        await assertNothingLeft()
      })
    }
  }
})

describe('/api/photos: invalid names and offsets', () => {
  const names = [
    '..',
    '%2e%2e%2fshop.db',
    '..%2f..%2fetc%2fpasswd',
    'A'.repeat(64),
    '0'.repeat(63),
    '0'.repeat(65),
    '%00',
  ]
  for (const name of names) {
    test(`PUT with the name ${name.slice(0, 30)} is answered 404 or 405`, async () => {
      const answer = await fetch(`${shop.url}/api/photos/${name}`, {
        method: 'PUT',
        headers: authorization(),
        body: 'x',
      })
      assert.ok(answer.status === 404 || answer.status === 405, String(answer.status))
      await assertNothingLeft()
    })
    test(`GET /photos/${name.slice(0, 30)} is not a photo`, async () => {
      assert.equal(
        (await fetch(`${shop.url}/photos/${name}`, { redirect: 'manual' })).status,
        name === '..' ? 200 : 404,
      )
    })
  }

  for (const offset of [undefined, '-1', '1e3', '0x0', 'x', '99999999999999999999']) {
    test(`PATCH with Upload-Offset ${offset} is answered 400`, async () => {
      const headers = { ...authorization(), ...(offset !== undefined && { 'Upload-Offset': offset }) }
      const answer = await fetch(`${shop.url}/api/photos/${'0'.repeat(64)}`, { method: 'PATCH', headers, body: 'x' })
      await assertRefused(answer, 400, 'invalid-request')
    })
  }

  test('PATCH with an offset beyond the received bytes is answered 409', async () => {
    const part = { offset: 1_000, bytes: Buffer.from('x'), isLast: true }
    await assertRefused(await sendPart(sending(), `/api/photos/${'0'.repeat(64)}`, part), 409, 'upload-offset')
    await assertNothingLeft()
  })
})

test('/api/photos: a user’s 17th unfinished upload is answered 429', async () => {
  const answers: number[] = []
  for (let i = 0; i < 17; i++) {
    const address = `/api/photos/${sha256Of(Buffer.from(String(i)))}`
    answers.push((await sendPart(sending(), address, { offset: 0, bytes: Buffer.from('x'), isLast: false })).status)
  }
  assert.deepEqual(answers, [...Array<number>(16).fill(204), 429])
})

test('PUT /api/photos: HTML hidden in a photo is not in the files that are served', async () => {
  const jpeg = await drawPhoto(200, 200)
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
    .jpeg()
    .toBuffer()
  const bytes = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script><?php system($_GET[0]) ?>')])
  const other = { url: shop.url, idToken: (await signUp(shop.url)).idToken }
  const photo = await uploadPhoto(other, bytes)
  for (const path of [photo.url, photo.preview, ...filesOf(photo)]) {
    const answer = await fetch(shop.url + path)
    assert.match(answer.headers.get('content-type') ?? '', /^image\/(?:avif|webp|jpeg)$/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(Buffer.from(await answer.arrayBuffer()).toString('latin1'), /script|php/)
  }
})

test('/api/photos: after all invalid uploads the shop is healthy and has logged no error', async () => {
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
  const unexpectedErrors = shop
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  assert.deepEqual(unexpectedErrors, [])
})
