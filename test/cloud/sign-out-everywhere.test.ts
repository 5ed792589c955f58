import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import { createLog } from '../../src/log.ts'
import { createEndSessions } from '../../src/owners/firebase-sessions.ts'
import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { testSignOutEverywhere } from '../suites/sign-out-everywhere.ts'

const shop = await openCloudShop()
const project = `${shop.identityUrl}/identitytoolkit.googleapis.com/v1/projects/${shop.env['SHOP_FIREBASE_PROJECT_ID']}`

/** The emulator still refreshes tokens. Firebase refuses those issued before `validSince`. */
testSignOutEverywhere('cloud', shop, shop.shops[0]!, async ({ localId }) => {
  const answer = await fetch(`${project}/accounts:lookup`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({ localId: [localId] }),
  })
  const { users } = (await answer.json()) as { users: readonly { validSince?: string }[] }
  return users[0]?.validSince !== undefined
})

test('createEndSessions: fails with storage-unavailable when Firebase refuses the call', async () => {
  const call = () => Promise.reject(new Error('PERMISSION_DENIED'))
  const endSessions = createEndSessions({ call, log: createLog() })
  await assert.rejects(endSessions({ uid: 'any-user' }, { address: toAddress('127.0.0.1'), origin: '' }), {
    code: 'storage-unavailable',
    message: /couldn’t be signed out everywhere/,
  })
})
