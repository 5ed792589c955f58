import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createLog } from '../../src/log.ts'
import { createEndSessions } from '../../src/owners/firebase-sessions.ts'
import { startCloudShop } from '../kit/shop/cloud-shop.ts'
import { testSignOutEverywhere } from '../suites/sign-out-everywhere.ts'

testSignOutEverywhere('cloud', async () => {
  await using started = new AsyncDisposableStack()
  const { shops, identityUrl, env } = started.use(await startCloudShop(1))
  const [shop] = shops
  if (shop === undefined) throw new Error('No shop was started.')
  const project = `${identityUrl}/identitytoolkit.googleapis.com/v1/projects/${env['SHOP_FIREBASE_PROJECT_ID']}`
  const all = started.move()
  return {
    process: shop,
    identityUrl,
    /** The emulator still refreshes tokens. Firebase refuses those issued before `validSince`. */
    async hasEnded({ localId }) {
      const answer = await fetch(`${project}/accounts:lookup`, {
        method: 'POST',
        headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
        body: JSON.stringify({ localId: [localId] }),
      })
      const { users } = (await answer.json()) as { users: readonly { validSince?: string }[] }
      return users[0]?.validSince !== undefined
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
})

test('createEndSessions: fails with storage-unavailable when Firebase refuses the call', async () => {
  const call = () => Promise.reject(new Error('PERMISSION_DENIED'))
  const endSessions = createEndSessions({ call, log: createLog() })
  await assert.rejects(endSessions('any-user', { address: '127.0.0.1', origin: '' }), {
    code: 'storage-unavailable',
    message: /couldn’t be signed out everywhere/,
  })
})
