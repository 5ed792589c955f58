import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { callIdentity, refresh, type SignedIn } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { testSignOutEverywhere } from '../suites/sign-out-everywhere.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const embedded = await host.open()
testSignOutEverywhere('embedded', embedded, embedded, async ({ refreshToken }) => {
  const answer = await refresh(embedded.url, refreshToken)
  return answer.status === 400 && (await answer.text()).includes('TOKEN_EXPIRED')
})

test('embedded: DELETE /api/me/sessions: a token of an ended session is refused, and newer sessions continue', async () => {
  await using shop = await host.open()
  const account = { email: 'account@example.com', password: 'a good password', returnSecureToken: true }
  const signIn = async (method: string) => (await (await callIdentity(shop.url, method, account)).json()) as SignedIn
  const endSessions = async ({ idToken }: SignedIn) => {
    const headers = { Authorization: `Bearer ${idToken}` }
    return (await fetch(`${shop.url}/api/me/sessions`, { method: 'DELETE', headers })).status
  }
  const first = await signIn('signUp')
  const second = await signIn('signInWithPassword')
  assert.equal(await endSessions(first), 204)
  const third = await signIn('signInWithPassword')
  assert.deepEqual([await endSessions(first), await endSessions(second)], [401, 401])
  assert.equal((await refresh(shop.url, third.refreshToken)).status, 200)
})
