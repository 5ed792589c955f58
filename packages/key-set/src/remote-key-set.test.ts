import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

import { createRemoteKeySet } from './remote-key-set.ts'

/** A key as its server publishes it, and a token that it signed. */
async function createKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  return { jwks: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid }] }), token }
}
const { jwks, token } = await createKey('one')

/** A server of keys, and what verifies tokens with them. */
async function serve(t: TestContext, answer: (response: ServerResponse) => void, now?: () => number) {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const keys = createRemoteKeySet(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`, now)
  return { requests: () => requests, verify: (signed = token) => jwtVerify(signed, keys) }
}

test('createRemoteKeySet: keys are fetched once and cached for ten minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] })
  const { requests, verify } = await serve(t, (response) => response.end(jwks))
  await Promise.all([verify(), verify()])
  t.mock.timers.tick(599_000)
  await verify()
  assert.equal(requests(), 1)
  t.mock.timers.tick(1_000)
  await verify()
  assert.equal(requests(), 2)
})

test('createRemoteKeySet: keys that were fetched while the clock was a month ahead are fetched again after ten minutes', async (t) => {
  const monthMs = 30 * 24 * 3_600_000
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + monthMs })
  let monotonic = 0
  let published = jwks
  const { verify } = await serve(
    t,
    (response) => response.end(published),
    () => monotonic,
  )
  await verify()
  t.mock.timers.setTime(Date.now() - monthMs)
  const next = await createKey('two')
  published = next.jwks
  monotonic += 600_000
  await verify(next.token)
  await assert.rejects(verify(token), { code: 'ERR_JWKS_NO_MATCHING_KEY' })
})

for (const [name, fail, code] of [
  ['an error status', (response: ServerResponse) => response.writeHead(500).end(), 'ERR_JOSE_GENERIC'],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { Location: '/keys' }).end(),
    'ERR_JOSE_GENERIC',
  ],
  ['a response above 256 KB', (response: ServerResponse) => response.end(jwks + ' '.repeat(262_145)), 'TOO_MANY_BYTES'],
  ['no JSON', (response: ServerResponse) => response.end('{'), 'ERR_JOSE_GENERIC'],
] as const) {
  test(`createRemoteKeySet: ${name} is an error, and the next use fetches again`, async (t) => {
    let isFailing = true
    const { requests, verify } = await serve(t, (response) => (isFailing ? fail(response) : response.end(jwks)))
    await assert.rejects(verify(), { code })
    isFailing = false
    await verify()
    assert.equal(requests(), 2)
  })
}
