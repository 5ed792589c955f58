import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, callIdentity, sendItem, signUp } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { allowLoopback } from '../kit/photos/paused-image-server.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const newItem = { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' }

/** Sends requests, 16 at a time, until one is refused. @returns how many were sent, and the refusal. */
async function countUntilRefused(atMost: number, send: (index: number) => Promise<Response>) {
  let sent = 0
  let refusal: Response | undefined
  const sendOn = async () => {
    while (refusal === undefined && sent < atMost) {
      const answer = await send(sent++)
      if (answer.status === 429 || answer.status === 503) refusal = answer
      else await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendOn))
  return { sent, refusal }
}

test('rate limits: sign-ups from many networks of one IPv6 /56 are refused in the end', async () => {
  await using shop = await host.open({ env: { SHOP_TRUST_PROXY: '1' } })
  const { sent, refusal } = await countUntilRefused(3_000, (index) =>
    fetch(`${shop.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': `2001:db8:0:${(index % 256).toString(16)}::${index.toString(16)}` },
      body: '{}',
    }),
  )
  assert.ok(sent > 1_200 && refusal?.status === 429, `${sent} were sent`)
  assert.match(refusal.headers.get('Retry-After') ?? '', /^[1-3]$/)
  assert.equal(((await refusal.json()) as { error: { message: string } }).error.message, 'TOO_MANY_ATTEMPTS_TRY_LATER')
  await signUp(shop.url)
})

test('rate limits: invalid items count, and more than ten times the limit of valid ones are answered 429', async () => {
  await using shop = await host.open()
  const { idToken } = await signUp(shop.url)
  const { sent, refusal } = await countUntilRefused(2_000, () =>
    sendItem(shop.url, idToken, { ...newItem, price: 'x' }),
  )
  assert.ok(sent > 1_200 && refusal?.status === 429, `${sent} were sent`)
  assert.match(refusal.headers.get('Retry-After') ?? '', /^[1-3]$/)
  await addItem(shop.url, newItem)
})

test('rate limits: an address that asked for many missing photos still gets those of pieces and of the shop settings', async () => {
  await using shop = await host.open()
  const { idToken } = await signUp(shop.url)
  const [ofPiece, ofShop] = await Promise.all(
    [200, 210].map((width) => uploadPhoto({ url: shop.url, idToken }, drawPhoto(width, 250))),
  )
  await addItem(shop.url, { title: 'Beanie', photos: [ofPiece?.id ?? ''] })
  const owner = await createOwner(shop, 'owner@example.com')
  const body = { name: 'Wool', aboutPhoto: ofShop?.id }
  assert.equal(
    (await callApi(shop.url, owner, { method: 'PUT', path: '/manage/shop', body, version: '0' })).status,
    200,
  )
  const { refusal } = await countUntilRefused(2_000, (index) =>
    fetch(`${shop.url}/photos/${String(index).padStart(32, '0')}.jpg`),
  )
  assert.equal(refusal?.status, 503)
  for (const photo of [ofPiece, ofShop]) assert.equal((await fetch(shop.url + (photo?.url ?? ''))).status, 200)
})

test('rate limits: signing out everywhere and in again repeatedly is answered 429', async () => {
  await using shop = await host.open()
  const account = { email: 'mary@example.com', password: 'purl two together', returnSecureToken: true }
  await callIdentity(shop.url, 'signUp', account)
  const statuses: number[] = []
  while (statuses.length < 100 && statuses.at(-1) !== 429) {
    const signedIn = await callIdentity(shop.url, 'signInWithPassword', account)
    const { idToken } = (await signedIn.json()) as { idToken?: string }
    const headers = { Authorization: `Bearer ${idToken}` }
    statuses.push(signedIn.status)
    if (signedIn.ok) statuses.push((await fetch(`${shop.url}/api/me/sessions`, { method: 'DELETE', headers })).status)
  }
  assert.equal(statuses.at(-1), 429)
})

test('POST /api/items: a price of 60,000 characters is refused at once, with a message for the field', async () => {
  await using shop = await host.open()
  const { idToken } = await signUp(shop.url)
  for (const price of [`1${' '.repeat(60_000)}x`, '1,11'.padEnd(60_000, ',11')]) {
    const answer = await sendItem(shop.url, idToken, { ...newItem, price })
    const { error } = (await answer.json()) as { error: { fields: Record<string, string> } }
    assert.equal(answer.status, 422)
    assert.match(error.fields['price'] ?? '', /^Enter the price as a number/)
  }
})

test('POST /api/items: a repeated Idempotency-Key does not fetch the image again', async (t) => {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    server.emit('requested')
    response.end('no picture')
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const at = (path: string) => ({
    ...newItem,
    imageUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  })
  await using shop = await startShop(allowLoopback)
  const { idToken } = await signUp(shop.url)
  const send = async (path: string, key: string) => {
    const answer = await sendItem(shop.url, idToken, at(path), { 'Idempotency-Key': key })
    await answer.arrayBuffer()
    return answer.status
  }
  const first = once(server, 'requested')
  assert.equal(await send('/first.jpg', '"one"'), 201)
  await first
  for (let times = 0; times < 5; times++) assert.equal(await send('/first.jpg', '"one"'), 200)
  // Images are fetched in the order of their items.
  const later = once(server, 'requested')
  await send('/later.jpg', '"two"')
  await later
  assert.deepEqual(requested, ['/first.jpg', '/later.jpg'])
})

const skip = process.platform !== 'linux' && 'needs the addresses 127.0.0.0/8 of Linux'

test(
  'connections: 300 idle ones of a network leave a shop with 200 file descriptors for others',
  { skip },
  async (t) => {
    await using shop = await startShop({ launcher: ['sh', '-c', 'ulimit -n 200 && exec "$@"', 'sh'] })
    const { idToken } = await signUp(shop.url)
    const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(200, 250))
    const target = { host: '127.0.0.1', port: Number(new URL(shop.url).port) }
    for (let count = 0; count < 300; count++) {
      const socket = connect({ ...target, localAddress: '127.0.0.2' }).on('error', () => undefined)
      t.after(() => socket.destroy())
      await once(socket, 'connect')
    }
    for (const path of ['/healthz', new URL(photo.url, shop.url).pathname]) {
      const [answer] = (await once(get({ ...target, path, localAddress: '127.0.0.3', agent: false }), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      assert.equal(answer.statusCode, 200, path)
    }
  },
)
