import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

import { createRemoteKeySet } from './remote-key-set.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] })
const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey)

/** A server of keys, and what verifies tokens with them. */
async function serve(t: TestContext, answer: (response: ServerResponse) => void) {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const keys = createRemoteKeySet(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`)
  return { requests: () => requests, verify: () => jwtVerify(token, keys) }
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
