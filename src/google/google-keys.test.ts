import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { SignJWT, exportJWK, generateKeyPair } from 'jose'

import { createAccess } from '../owners/access.ts'
import { createGoogleKeys } from './google-keys.ts'

const projectId = 'wool-shop'
const pairs = { first: await generateKeyPair('RS256'), second: await generateKeyPair('RS256') }
const start = new Date('2026-03-01T12:00:00Z').getTime()
const seconds = (time: number) => Math.floor(time / 1000)

function sign(kid: keyof typeof pairs, time: number): Promise<string> {
  const claims = { auth_time: seconds(time), firebase: { sign_in_provider: 'anonymous' } }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setSubject('somebody')
    .setIssuedAt(seconds(time))
    .setExpirationTime(seconds(time) + 3600)
    .sign(pairs[kid].privateKey)
}

/** Starts a server that publishes keys as Google's does, with a clock of its own. */
async function publish(t: TestContext, cacheControl: string) {
  const published: { kid: keyof typeof pairs; status: number } = { kid: 'first', status: 200 }
  let asked = 0
  const server = createServer(async (_, response) => {
    asked++
    const jwk = { ...(await exportJWK(pairs[published.kid].publicKey)), kid: published.kid, alg: 'RS256', use: 'sig' }
    response.writeHead(published.status, { 'Cache-Control': cacheControl })
    response.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  let time = start
  const now = () => new Date(time)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const access = createAccess({ keySet: createGoogleKeys({ url, now }), projectId, now })
  return {
    published,
    asked: () => asked,
    pass: (ms: number) => (time += ms),
    identify: async (kid: keyof typeof pairs) => access.identify(`Bearer ${await sign(kid, time)}`),
  }
}

test('createGoogleKeys: fetches the keys once, and caches them until max-age', async (t) => {
  const { asked, identify, pass } = await publish(t, 'public, max-age=20000, must-revalidate')
  assert.partialDeepStrictEqual(await Promise.all([identify('first'), identify('first')]), [
    { uid: 'somebody', isAnonymous: true },
    { uid: 'somebody', isAnonymous: true },
  ])
  assert.equal(asked(), 1)
  pass(19_999_000)
  await identify('first')
  assert.equal(asked(), 1)
  pass(2_000)
  await identify('first')
  assert.equal(asked(), 2)
})

test('createGoogleKeys: a withdrawn key is refused once the cached keys have expired', async (t) => {
  const { identify, pass, published } = await publish(t, 'max-age=600')
  await identify('first')
  published.kid = 'second'
  pass(601_000)
  await assert.rejects(identify('first'), { code: 'not-signed-in' })
  await identify('second')
})

test('createGoogleKeys: while the keys cannot be loaded the error is storage-unavailable, not not-signed-in', async (t) => {
  const { identify, published } = await publish(t, 'max-age=600')
  published.status = 503
  await assert.rejects(identify('first'), { code: 'storage-unavailable' })
  published.status = 200
  await identify('first')
})
