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

/** Starts a server that publishes keys as Google's does. */
async function publish(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  const published: { kid: keyof typeof pairs; status: number } = { kid: 'first', status: 200 }
  const server = createServer(async (_, response) => {
    const jwk = { ...(await exportJWK(pairs[published.kid].publicKey)), kid: published.kid, alg: 'RS256', use: 'sig' }
    response.writeHead(published.status)
    response.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const access = createAccess({ keySet: createGoogleKeys(url), projectId })
  return {
    published,
    identify: async (kid: keyof typeof pairs) => access.identify(`Bearer ${await sign(kid, Date.now())}`),
  }
}

test('createGoogleKeys: a withdrawn key is refused once the cached keys have expired', async (t) => {
  const { identify, published } = await publish(t)
  await identify('first')
  published.kid = 'second'
  t.mock.timers.tick(601_000)
  await assert.rejects(identify('first'), { code: 'not-signed-in' })
  await identify('second')
})

test('createGoogleKeys: while the keys cannot be loaded the error is storage-unavailable, not not-signed-in', async (t) => {
  const { identify, published } = await publish(t)
  published.status = 503
  await assert.rejects(identify('first'), { code: 'storage-unavailable' })
  published.status = 200
  await identify('first')
})
