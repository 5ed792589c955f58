import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'

import { signUp } from '../kit/api-client.ts'
import type { SignedIn } from '../kit/api-client.ts'
import type { ShopProcess } from '../kit/shop/shop-process.ts'

interface Shop extends AsyncDisposable {
  readonly process: ShopProcess
  /** The identity service's origin. */
  readonly identityUrl: string
  /** Whether the identity service takes the refresh token for nothing any more. */
  readonly hasEnded: (signedIn: SignedIn) => Promise<boolean>
}

const endSessions = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/me/sessions`, { method: 'DELETE', headers })

/** Resolves once a shop has written it. */
async function said({ child, output }: ShopProcess, words: string): Promise<void> {
  while (!output().includes(words) && child.stdout) await once(child.stdout, 'data')
}

/** Signing out everywhere, at the API of the running shop: each backend runs it. */
export function testSignOutEverywhere(backend: string, open: () => Promise<Shop>): void {
  describe(`${backend}: signing out everywhere`, () => {
    let shop: Shop
    before(async () => {
      shop = await open()
    })
    after(() => shop[Symbol.asyncDispose]())

    test('ends the sessions of who asks, and lets go of the cookie', async () => {
      const somebody = await signUp(shop.identityUrl)
      const another = await signUp(shop.identityUrl)
      assert.equal(await shop.hasEnded(somebody), false)
      const answer = await endSessions(shop.process.url, { Authorization: `Bearer ${somebody.idToken}` })
      assert.deepEqual([answer.status, await answer.text()], [204, ''])
      assert.match(answer.headers.get('Set-Cookie') ?? '', /^__session=; Max-Age=0;/)
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      assert.equal(await shop.hasEnded(somebody), true)
      assert.equal(await shop.hasEnded(another), false)
    })

    test('is written down, with whose they were', async () => {
      const { idToken, localId } = await signUp(shop.identityUrl)
      await endSessions(shop.process.url, { Authorization: `Bearer ${idToken}` })
      await said(shop.process, `"audit":"tokens-revoked","address":"127.0.0.1","uid":"${localId}"`)
    })

    test('is for who shows an ID token: a cookie alone, which other sites could send along, does nothing', async () => {
      const somebody = await signUp(shop.identityUrl)
      const refusals: Record<string, string>[] = [
        {},
        { Cookie: `__session=${somebody.idToken}` },
        { Authorization: 'Bearer x' },
      ]
      for (const headers of refusals) assert.equal((await endSessions(shop.process.url, headers)).status, 401)
      assert.equal(await shop.hasEnded(somebody), false)
    })

    test('is done by no other method', async () => {
      for (const method of ['GET', 'POST']) {
        assert.equal((await fetch(`${shop.process.url}/api/me/sessions`, { method })).status, 405)
      }
    })
  })
}
