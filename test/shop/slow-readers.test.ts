import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { pino } from 'pino'

import { openShop } from '../../server.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PagesModule } from '../../src/pages/page.ts'
import type { TransferRate } from '../../src/web/transfer-rate.ts'

const builtPages = '../../build/server/index.js'
const megabyte = 1_000_000
/** Larger than any photo of the shop, and than the buffers of two sockets. */
const photo = { name: `${'0'.repeat(32)}-1440.avif`, bytes: Buffer.alloc(20 * megabyte, 'x') }

/** A shop in this process, so that the test can measure its memory. */
async function open(t: TestContext, transferRate?: Partial<TransferRate>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'slow-readers-'))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir })
  const shop = await openShop(config, pino({ level: 'silent' }), createPages, transferRate ? { transferRate } : {})
  const file = join(dataDir, 'photos', photo.name)
  await writeFile(file, photo.bytes)
  const readers: Socket[] = []
  t.after(async () => {
    for (const reader of readers) reader.destroy()
    await shop.close()
    await rm(dataDir, { recursive: true })
  })
  const server = shop.server.node
  /** Requests a path and reads only the first bytes of the response. @returns the shop's side of the connection. */
  const readSlowly = async (path: string) => {
    const connected = once(server, 'connection') as Promise<[Socket]>
    const reader = connect(shop.server.port, 'localhost').on('error', () => undefined)
    readers.push(reader)
    reader.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(reader, 'readable')
    const [connection] = await connected
    return connection
  }
  return { url: `http://localhost:${shop.server.port}`, file, readSlowly }
}

describe('slow readers', () => {
  test('of the same photo share one buffer', async (t) => {
    const { url, readSlowly } = await open(t)
    await (await fetch(`${url}/photos/${photo.name}`)).arrayBuffer()
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 10; i++) await readSlowly(`/photos/${photo.name}`)
    const grownBy = process.memoryUsage().arrayBuffers - before
    assert.ok(grownBy < 3 * photo.bytes.length, `${Math.round(grownBy / megabyte)} MB`)
  })

  test('concurrent readers of a photo share one read, and it stays cached', async (t) => {
    const { url, file } = await open(t)
    const ask = async () => (await (await fetch(`${url}/photos/${photo.name}`)).arrayBuffer()).byteLength
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), Array(3).fill(photo.bytes.length))
    await rm(file)
    assert.equal(await ask(), photo.bytes.length)
  })

  test('are disconnected below the minimum transfer rate, but an unread live list is not', async (t) => {
    const { url, readSlowly } = await open(t, { bytesPerSecond: 1_000 * megabyte, graceMs: 1, sweepMs: 10 })
    const live = await readSlowly('/api/items/live')
    live.write(photo.bytes)
    const connection = await readSlowly(`/photos/${photo.name}`)
    if (!connection.closed) await once(connection, 'close')
    assert.ok(live.writableLength > 0)
    assert.equal(live.destroyed, false)
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
  })
})
