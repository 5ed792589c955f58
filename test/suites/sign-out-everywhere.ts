import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'

import { signUp, type SignedIn } from '../kit/api-client.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

interface Shop extends AsyncDisposable {
  readonly process: ShopProcess
  /** The identity service's origin. */
  readonly identityUrl: string
  /** Whether the identity service refuses the refresh token. */
  readonly hasEnded: (signedIn: SignedIn) => Promise<boolean>
}

const endSessions = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/me/sessions`, { method: 'DELETE', headers })

/** Resolves once the shop has printed this text. */
async function printed({ child, output }: ShopProcess, text: string): Promise<void> {
  while (!output().includes(text) && child.stdout) await once(child.stdout, 'data')
}

/** Signing out everywhere, through the API of the running shop. Each backend runs this suite. */
export function testSignOutEverywhere(backend: string, open: () => Promise<Shop>): void {
  describe(`${backend}: DELETE /api/me/sessions`, () => {
    let shop: Shop
    before(async () => {
      shop = await open()
    })
    after(() => shop[Symbol.asyncDispose]())

    test('ends all sessions of the caller only, and deletes the cookie', async () => {
      const caller = await signUp(shop.identityUrl)
      const another = await signUp(shop.identityUrl)
      assert.equal(await shop.hasEnded(caller), false)
      const answer = await endSessions(shop.process.url, { Authorization: `Bearer ${caller.idToken}` })
      assert.deepEqual([answer.status, await answer.text()], [204, ''])
      assert.match(answer.headers.get('Set-Cookie') ?? '', /^__session=; Max-Age=0;/)
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      assert.equal(await shop.hasEnded(caller), true)
      assert.equal(await shop.hasEnded(another), false)
    })

    test('writes an audit line with the user’s id', async () => {
      const { idToken, localId } = await signUp(shop.identityUrl)
      await endSessions(shop.process.url, { Authorization: `Bearer ${idToken}` })
      await printed(shop.process, `"audit":"tokens-revoked","address":"127.0.0.1","uid":"${localId}"`)
    })

    test('requires an ID token: a cookie alone, which other sites could send, does nothing', async () => {
      const caller = await signUp(shop.identityUrl)
      const refusals: Record<string, string>[] = [
        {},
        { Cookie: `__session=${caller.idToken}` },
        { Authorization: 'Bearer x' },
      ]
      for (const headers of refusals) assert.equal((await endSessions(shop.process.url, headers)).status, 401)
      assert.equal(await shop.hasEnded(caller), false)
    })

    test('answers GET and POST with 405', async () => {
      for (const method of ['GET', 'POST']) {
        assert.equal((await fetch(`${shop.process.url}/api/me/sessions`, { method })).status, 405)
      }
    })
  })
}
