import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { pino } from 'pino'

import { createProjectCalls } from '../google/project-calls.ts'
import { createRevocableAccess } from './firebase-access.ts'

const signedInAt = new Date(1_700_000_000_000)
const verifiedEmail = 'mary@example.com'
const visitor = { uid: 'mary', verifiedEmail, isAnonymous: false, signInProvider: 'password', signedInAt }
/** The token is the account's id. */
const access = { identify: async (header = '') => ({ ...visitor, uid: header.replace('Bearer ', '') }) }
const client = toAddress('203.0.113.7')
const second = signedInAt.getTime() / 1000

/** Access in a project whose server answers as given. */
async function open(t: TestContext, status: number, body: object | string) {
  const server = createServer((_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const emulatorHost = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const logged: string[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(line) })
  const call = createProjectCalls({ projectId: 'demo', emulatorHost })
  const ownerUids = new Set<string>()
  const owners = { has: async ({ uid }: { uid: string }) => ownerUids.has(uid) }
  const limits = createRateLimits({ enabled: true, now: () => 0 })
  const lookups = {
    byAccount: limits.byKey({ burst: 3, everySeconds: 1 }),
    byAddress: limits.byAddress({ burst: 5, everySeconds: 2 }),
  }
  const revocable = createRevocableAccess({ access, call, owners, lookups, log })
  return { logged, ownerUids, identify: (header: string, address = client) => revocable.identify(header, address) }
}

const withUser = (user: object) => ({ users: [{ localId: 'mary', ...user }] })

for (const [what, body] of Object.entries({
  'without a time of revocation': withUser({}),
  'that has revoked its tokens before': withUser({ validSince: `${second}` }),
})) {
  test(`the token of an account ${what} is accepted`, async (t) => {
    const { identify } = await open(t, 200, body)
    assert.deepEqual(await identify('Bearer mary'), visitor)
  })
}

test('a flood of requests with one token is refused before Firebase is asked', async (t) => {
  const { identify } = await open(t, 200, withUser({}))
  for (const _ of [1, 2, 3]) await identify('Bearer mary')
  await assert.rejects(identify('Bearer mary'), { code: 'too-many-requests', retryAfterSeconds: 1 })
})

test('a flood of requests from one address, with many accounts, is refused before Firebase is asked; others are answered', async (t) => {
  const { identify } = await open(t, 200, withUser({}))
  for (const n of [1, 2, 3, 4, 5]) await identify(`Bearer stranger${n}`)
  await assert.rejects(identify('Bearer stranger6'), { code: 'too-many-requests', retryAfterSeconds: 2 })
  assert.deepEqual(await identify('Bearer mary', toAddress('203.0.113.8')), visitor)
})

for (const [what, body] of Object.entries({
  'that has revoked its tokens since': withUser({ validSince: `${second + 1}` }),
  'that is disabled': withUser({ disabled: true }),
  'that is gone': {},
})) {
  test(`the token of an account ${what} is refused`, async (t) => {
    const { identify } = await open(t, 200, body)
    await assert.rejects(identify('Bearer mary'), { code: 'not-signed-in' })
  })
}

for (const status of [429, 500, 503]) {
  test(`no token is accepted while Firebase answers ${status}`, async (t) => {
    const { identify } = await open(t, status, {})
    await assert.rejects(identify('Bearer mary'), { code: 'storage-unavailable' })
  })
}

const refusals: Readonly<Record<string, readonly [status: number, body: object | string, remedy: RegExp]>> = {
  'its credentials lack the role': [403, { error: { message: 'PERMISSION_DENIED' } }, /roles\/firebaseauth\.admin/],
  'its credentials are not accepted': [401, { error: { message: 'UNAUTHENTICATED' } }, /replace the credentials/],
  'the API is disabled': [
    403,
    { error: { message: 'It is disabled.', details: [{ reason: 'SERVICE_DISABLED' }] } },
    /gcloud services enable identitytoolkit\.googleapis\.com/,
  ],
  'a proxy answers in its place': [403, '<h1>Forbidden</h1>', /look at the proxy/],
}

for (const [what, [status, body, remedy]] of Object.entries(refusals)) {
  test(`while Firebase refuses the shop because ${what}, owners are refused, and one line says what to repair`, async (t) => {
    const { identify, logged, ownerUids } = await open(t, status, body)
    for (let time = 0; time < 2; time++) assert.deepEqual(await identify('Bearer mary'), visitor)
    ownerUids.add(visitor.uid)
    const refused = { code: 'storage-unavailable', message: /The log of the shop says what to repair/ }
    await assert.rejects(identify('Bearer mary'), refused)
    assert.equal(logged.length, 1)
    assert.match(logged[0] ?? '', remedy)
  })
}
