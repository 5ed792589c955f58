/**
 * Simulates many open home pages: live streams, and connections over which the pages are fetched. Adds items, and prints
 * how long each page waited and how much memory they cost the server.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { newItemAt } from '../data/items.ts'
import { residentBytes } from '../machine/machine.ts'
import { quantile } from '../report/statistics.ts'
import { ResponseReader, browserRequest, fetchHeaders } from './raw-http.ts'

export interface OpenPagesRun {
  bytesPerPage: number
  eventP50Ms: number
  eventP99Ms: number
  keepAliveConnectionsMs: number
  newConnectionsMs: number
}

const [port = 0, pid = 0, pages = 0] = process.argv.slice(2).map(Number)
const idToken = process.argv[5] ?? ''
const settleMs = 4_000
const openedTogether = 250
const accept = ['Accept: */*', 'Content-Type: application/json', `Authorization: Bearer ${idToken}`]
const listen = ['Accept: text/event-stream', 'Cache-Control: no-store', ...fetchHeaders(port)]
const pageRequest = browserRequest('GET /', port, ['Accept: */*', 'Cache-Control: max-age=0', ...fetchHeaders(port)])
const listenRequest = browserRequest('GET /api/items/live', port, listen)

/** Several local addresses, as each has its own range of ports. */
const addressOf = (index: number) => `127.0.0.${2 + (index % 8)}`

async function openSocket(index: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index), noDelay: true }, resolve)
  socket.once('error', reject)
  await promise
  return socket
}

/** Opens pages in groups, as visitors do not all come in the same millisecond. */
async function forEachPage<T>(open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = []
  while (opened.length < pages) {
    const group = Math.min(openedTogether, pages - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: group }, (_, index) => open(opened.length + index)))))
  }
  return opened
}

async function openStream(index: number): Promise<Socket> {
  const socket = await openSocket(index)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('data', () => resolve())
  socket.write(listenRequest)
  await promise
  return socket
}

function send(socket: Socket, request: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const reader = new ResponseReader()
  const fail = () => reject(new Error('A connection was closed before its response.'))
  const read = (chunk: Buffer) => {
    const answer = reader.read(chunk)
    if (!answer) return
    socket.off('data', read).off('close', fail)
    if (answer.status < 300) resolve()
    else reject(new Error(answer.body.toString()))
  }
  socket.on('data', read).once('close', fail).write(request)
  return promise
}

/** Adds an item. @returns after how many milliseconds each stream reported it. */
async function addAndAwaitEvents(streams: readonly Socket[], owner: Socket, index: number): Promise<number[]> {
  const added = browserRequest('POST /api/items', port, accept, JSON.stringify(newItemAt(index)))
  const startedAt = performance.now()
  const reported = streams.map((stream) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    stream.once('data', () => resolve(performance.now() - startedAt))
    return promise
  })
  await send(owner, added)
  return Promise.all(reported)
}

async function timeUntilAllServed(open: (index: number) => Promise<Socket>): Promise<number> {
  const startedAt = performance.now()
  const sockets = await Promise.all(
    Array.from({ length: pages }, async (_, index) => {
      const socket = await open(index)
      await send(socket, pageRequest)
      return socket
    }),
  )
  const ms = performance.now() - startedAt
  for (const socket of sockets) socket.resetAndDestroy()
  return ms
}

const owner = await openSocket(0)
await send(owner, pageRequest)
await setTimeout(settleMs)
const before = residentBytes(pid)
const streams = await forEachPage(openStream)
await setTimeout(settleMs)
const bytesPerPage = (residentBytes(pid) - before) / pages

const first = await addAndAwaitEvents(streams, owner, 1)
await setTimeout(500)
const second = await addAndAwaitEvents(streams, owner, 2)
const waited = [...first, ...second]
const newConnectionsMs = await timeUntilAllServed(openSocket)
const keepAliveSockets = await forEachPage(async (index) => {
  const socket = await openSocket(index)
  await send(socket, pageRequest)
  return socket
})
await addAndAwaitEvents(streams, owner, 3)
const keepAliveConnectionsMs = await timeUntilAllServed(async (index) => keepAliveSockets[index] as Socket)

for (const socket of [...streams, owner]) socket.resetAndDestroy()
const run: OpenPagesRun = {
  bytesPerPage,
  eventP50Ms: quantile(waited, 0.5),
  eventP99Ms: quantile(waited, 0.99),
  keepAliveConnectionsMs,
  newConnectionsMs,
}
process.stdout.write(JSON.stringify(run))
