import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'

import { emulatorHost } from '../../scripts/test/firestore-emulator.ts'
import { keepListening } from '../../src/google/keep-listening.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'
import { newProjectId } from './firestore-emulator.ts'

/** A relay before the emulator whose connections can go silent, as behind a router that has forgotten them. New ones work. */
async function startRelay(t: TestContext) {
  const { hostname, port } = new URL(`http://${emulatorHost()}`)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    sockets.push(client, upstream)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

const soon = { 'grpc.keepalive_time_ms': 1_000, 'grpc.keepalive_timeout_ms': 2_000 }

test('a connection that has gone silent is replaced: listeners and calls continue', { timeout: 60_000 }, async (t) => {
  const relay = await startRelay(t)
  const projectId = newProjectId()
  const { firestore } = await openFirestore(projectId, relay.host, soon)
  const { firestore: other } = await openFirestore(projectId, emulatorHost())

  const [started, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stopped = new AbortController()
  const listening = keepListening({
    createSource: () => firestore.collection('items'),
    onSnapshot: ({ size }) => (size === 0 ? started : arrived).resolve(),
    onError: () => {},
    signal: stopped.signal,
  })
  await started.promise
  relay.silence()
  await other.doc('items/a').set({})
  const [read] = await Promise.all([firestore.doc('items/a').get(), arrived.promise])
  assert.ok(read.exists)
  stopped.abort()
  await listening
})
