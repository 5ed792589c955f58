import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import type { TestShop } from '../kit/accounts.ts'
import { signUp, type SignedIn } from '../kit/api-client.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

const endSessions = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/me/sessions`, { method: 'DELETE', headers })

/** Resolves once the shop has printed this text. */
async function printed(shop: RunningShop, text: string): Promise<void> {
  while (!shop.output().includes(text)) await shop.nextOutput()
}

/**
 * Signing out everywhere, through the API of a process of the running shop. Each backend runs this suite.
 *
 * @param hasEnded whether the identity service refuses the refresh token.
 */
export function testSignOutEverywhere(
  backend: string,
  shop: TestShop,
  process: RunningShop,
  hasEnded: (signedIn: SignedIn) => Promise<boolean>,
): void {
  describe(`${backend}: DELETE /api/me/sessions`, () => {
    after(() => shop[Symbol.asyncDispose]())

    test('ends all sessions of the caller only, and deletes the cookie', async () => {
      const caller = await signUp(shop.identityUrl)
      const another = await signUp(shop.identityUrl)
      assert.equal(await hasEnded(caller), false)
      const answer = await endSessions(process.url, { Authorization: `Bearer ${caller.idToken}` })
      assert.deepEqual([answer.status, await answer.text()], [204, ''])
      assert.match(answer.headers.get('Set-Cookie') ?? '', /^__session=; Max-Age=0;/)
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      assert.equal(await hasEnded(caller), true)
      assert.equal(await hasEnded(another), false)
    })

    test('writes an audit line with the user’s id', async () => {
      const { idToken, localId } = await signUp(shop.identityUrl)
      await endSessions(process.url, { Authorization: `Bearer ${idToken}` })
      await printed(process, `"audit":"tokens-revoked","address":"127.0.0.1","uid":"${localId}"`)
    })

    test('requires an ID token: a cookie alone, which other sites could send, does nothing', async () => {
      const caller = await signUp(shop.identityUrl)
      const refusals: Record<string, string>[] = [
        {},
        { Cookie: `__session=${caller.idToken}` },
        { Authorization: 'Bearer x' },
      ]
      for (const headers of refusals) assert.equal((await endSessions(process.url, headers)).status, 401)
      assert.equal(await hasEnded(caller), false)
    })

    test('answers GET and POST with 405', async () => {
      for (const method of ['GET', 'POST']) {
        assert.equal((await fetch(`${process.url}/api/me/sessions`, { method })).status, 405)
      }
    })
  })
}
