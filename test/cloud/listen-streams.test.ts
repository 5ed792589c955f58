import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { status } from '../../src/google/firestore-error.ts'
import { keepListening } from '../../src/google/keep-listening.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'
import { startGrpcProxy } from './grpc-proxy.ts'

// What a server may send on a stream of `Listen`, and Google's emulator only sends now and then. The bytes are the emulator's.

/** Messages without a document: a flag, the length, then a `ListenResponse`. */
const messages = {
  targetAdded: Buffer.from('AAAAAAcSBQgBEgEB', 'base64'),
  targetCurrent: Buffer.from('AAAAACISIAgDEgEBIgsKCQjeo92t9Z2YAzIMCP+zkNgGELCquvkC', 'base64'),
  noChange: Buffer.from('AAAAAB0SGyILCgkI+KXdrfWdmAMyDAj/s5DYBhDAxcv5Ag==', 'base64'),
} as const

const { targetAdded, targetCurrent, noChange } = messages
const emptyList = Buffer.concat([targetAdded, targetCurrent, noChange])

type Answer = (stream: ServerHttp2Stream) => void

/** Starts a server that answers each `Listen` with the next of these, and all that follow with the last one. */
async function startServer(t: TestContext, answers: readonly Answer[]): Promise<string> {
  const server = createServer()
  let calls = 0
  server.on('session', (session) => t.after(() => session.destroy()))
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.resume().on('end', () => stream.end())
    stream.on('error', () => {}) // Clients cancel streams.
    const answer = answers[Math.min(calls++, answers.length - 1)]
    answer?.(stream)
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Listening {
  readonly firstSnapshotMs?: number
  /** How many microtasks after the first snapshot the listener is stopped. */
  readonly microtasks?: number
}

/** Listens with the shop's own client until the first snapshot, and terminates the client, which waits for all streams to end. */
async function listenOnce(host: string, { firstSnapshotMs = 60_000, microtasks = 0 }: Listening = {}) {
  const { firestore } = await openFirestore('wool-shop', host)
  const stopped = new AbortController()
  const seen: unknown[] = []
  const stopSoon = async () => {
    for (let i = 0; i < microtasks; i++) await Promise.resolve()
    stopped.abort()
  }
  await keepListening({
    createSource: () => firestore.collection('items'),
    onSnapshot: ({ size }) => {
      seen.push(size)
      void stopSoon()
    },
    onError: (error) => {
      if (!stopped.signal.aborted) seen.push((error as { code?: number }).code)
    },
    signal: stopped.signal,
    firstSnapshotMs,
  })
  await firestore.terminate()
  return seen
}

const silence: Answer = () => {}
const answer: Answer = (stream) => void stream.write(emptyList)

test('keepListening: a listener whose first snapshot does not come is replaced', { timeout: 20_000 }, async (t) => {
  const host = await startServer(t, [silence, answer])
  const seen = new Set(await listenOnce(host, { firstSnapshotMs: 200 })) // Others may be replaced too, where time is short.
  assert.deepEqual([...seen], [status.deadlineExceeded, 0])
})

test('keepListening: whenever listening stops, no stream stays open', { timeout: 20_000 }, async (t) => {
  const moments = Array.from({ length: 12 }, (_, microtasks) => microtasks)
  const more = Buffer.concat([emptyList, ...Array.from({ length: 30 }, () => noChange)])
  const host = await startServer(t, [(stream) => void stream.write(more)])
  for (const microtasks of moments) assert.deepEqual(await listenOnce(host, { microtasks }), [0])
})

test('the proxy of the tests passes on that the server cancelled a stream', { timeout: 20_000 }, async (t) => {
  const cancel: Answer = (stream) => stream.write(targetAdded, () => stream.close(constants.NGHTTP2_CANCEL))
  await using proxy = await startGrpcProxy(await startServer(t, [cancel, answer]))
  assert.deepEqual(await listenOnce(proxy.host), [0])
  assert.equal(proxy.calls('Listen'), 2)
})

test('the proxy of the tests ends a stream with a message that lacks its head', { timeout: 20_000 }, async (t) => {
  const headless = Buffer.concat([targetAdded, targetCurrent, noChange.subarray(5)])
  await using proxy = await startGrpcProxy(await startServer(t, [(stream) => void stream.write(headless), answer]))
  assert.deepEqual(await listenOnce(proxy.host), [0])
  assert.equal(proxy.calls('Listen'), 2)
})
