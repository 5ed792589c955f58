import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

import { createRemoteJwks } from './remote-jwks.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256')
const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] })
const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey)

/** A server of keys, what verifies tokens with them, and a clock. */
async function serve(t: TestContext, answer: (response: ServerResponse) => void) {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  let time = 0
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const keys = createRemoteJwks(
    () => Promise.resolve({ url, maxAgeSeconds: Infinity }),
    () => new Date(time),
  )
  return {
    requests: () => requests,
    verify: () => jwtVerify(token, keys),
    pass: (seconds: number) => (time += seconds * 1000),
  }
}

for (const [header, seconds] of [
  [undefined, 600],
  ['max-age=1000', 1_000],
  ['public, max-age="1000"', 1_000],
  ['max-age=1', 60],
  ['no-store', 60],
  ['max-age=99999999', 86_400],
] as const) {
  test(`createRemoteJwks: keys with Cache-Control ${header} are cached for ${seconds} seconds`, async (t) => {
    const { requests, verify, pass } = await serve(t, (response) => {
      if (header !== undefined) response.setHeader('Cache-Control', header)
      response.end(jwks)
    })
    await Promise.all([verify(), verify()])
    pass(seconds - 1)
    await verify()
    assert.equal(requests(), 1)
    pass(1)
    await verify()
    assert.equal(requests(), 2)
  })
}

for (const [name, fail, message] of [
  ['an error status', (response: ServerResponse) => response.writeHead(500).end(), /answered 500/],
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { Location: '/keys' }).end(), /fetch failed/],
  [
    'a response above 256 KB',
    (response: ServerResponse) => response.end(' '.repeat(262_145)),
    /larger than 262144 bytes/,
  ],
  ['no JSON', (response: ServerResponse) => response.end('{'), /JSON/],
] as const) {
  test(`createRemoteJwks: ${name} is an error, and the next use fetches again`, async (t) => {
    let isFailing = true
    const { requests, verify } = await serve(t, (response) => (isFailing ? fail(response) : response.end(jwks)))
    await assert.rejects(verify(), message)
    isFailing = false
    await verify()
    assert.equal(requests(), 2)
  })
}
