import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'

import { addItem, signUp } from '../kit/api-client.ts'
import type { ClockMessage } from '../kit/faults/moved-clock.ts'
import { photoAddress, plainPhoto, sendPhoto } from '../kit/photos/photos.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

/** Of each upload, as many bytes as are sent. */
const sentBytes = 3 * 1024 ** 2
const sent = Buffer.alloc(sentBytes, 'x')
/** As many uploads as are accepted. */
const slots = 100

/** Begins to send a part of a photo, and stops in the middle. */
async function stall({ url }: ShopProcess, idToken: string, sender: number): Promise<Socket> {
  const { hostname, port, pathname } = new URL(photoAddress(url, Buffer.from(`photo ${sender}`)))
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const headers = [
    `PATCH ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${idToken}`,
    'Content-Type: application/partial-upload',
    'Upload-Offset: 0',
    'Upload-Complete: ?0',
    `Content-Length: ${2 * sentBytes}`,
    `X-Forwarded-For: 198.51.100.${sender % 4}`,
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  socket.write(sent)
  return socket.on('error', () => undefined)
}

/** Resolves when a connection is closed, or reset: what a refused one still sends is not read. */
function closeOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    if (socket.closed) resolve(undefined)
    else socket.resume().once('close', resolve)
  })
}

/** How many bytes of uploads are on disk. */
async function receivedBytes(uploads: string): Promise<number> {
  const sizes = (await readdir(uploads)).map(
    async (name) => (await stat(join(uploads, name)).catch(() => undefined))?.size,
  )
  return (await Promise.all(sizes)).reduce<number>((sum, size = 0) => sum + size, 0)
}

/** The memory of the shop, in bytes. */
function residentBytes({ child }: ShopProcess): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
}

const skip = process.platform !== 'linux' && 'needs /proc of Linux'

test('200 stalled uploads: others go on, memory is bounded, each is ended, and no file stays', { skip }, async () => {
  await using shop = await startShop({
    env: { SHOP_TRUST_PROXY: '1' },
    nodeOptions: ['--import', join(import.meta.dirname, '../kit/faults/moved-clock.ts')],
  })
  const senders = await Promise.all(Array.from({ length: 20 }, () => signUp(shop.url)))
  const before = residentBytes(shop)
  const sockets = await Promise.all(
    Array.from({ length: 200 }, (_, index) => stall(shop, senders[index % 20]?.idToken ?? '', index)),
  )
  const closed = Promise.all(sockets.map(closeOf))
  let areClosed = false
  void closed.then(() => (areClosed = true))
  const uploads = join(shop.dataDir, 'uploads')
  while ((await receivedBytes(uploads)) < slots * sentBytes) {
    assert.ok(!areClosed, 'the uploads were ended before all had arrived')
    await fetch(`${shop.url}/healthz`)
  }

  assert.equal((await fetch(shop.url)).status, 200)
  assert.equal((await addItem(shop.url, { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' })).title, 'Beanie')
  const other = { url: shop.url, idToken: (await signUp(shop.url)).idToken }
  assert.equal((await sendPhoto(other, new Uint8Array(await plainPhoto('#a52')))).status, 201)
  assert.ok((await readdir(uploads)).length <= slots)
  assert.ok(residentBytes(shop) - before < (slots * sentBytes) / 2)

  await closed
  assert.equal((await sendPhoto(other, new Uint8Array(await plainPhoto('#a53')))).status, 201)
  const tell = async (message: ClockMessage) => {
    const done = once(shop.child, 'message')
    shop.child.send(message)
    await done
  }
  await tell({ passMs: 2 * 3_600_000 })
  await tell('hourly')
  while ((await readdir(uploads)).length > 0) await fetch(`${shop.url}/healthz`)
})
