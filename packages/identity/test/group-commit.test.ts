import assert from 'node:assert/strict'
import { fdatasync } from 'node:fs'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'

import type { SyncFile } from '@stockinette/sqlite/durable-writes.ts'

import { caller, serveIdentity, type Service } from './test-support-identity.ts'

type Tokens = { readonly localId: string; readonly idToken: string; readonly refreshToken: string }

const account = { email: 'mary@example.com', password: 'a good password', returnSecureToken: true }

/** Every method that writes and that a client may call repeatedly. */
const writes: Readonly<Record<string, (service: Service, tokens: Tokens) => Promise<unknown>>> = {
  'accounts:update': (service, { idToken }) =>
    service.callToolkit('/v1/accounts:update', { idToken, displayName: 'x' }),
  'accounts:update with new tokens': (service, { idToken }) =>
    service.callToolkit('/v1/accounts:update', { idToken, password: 'another password' }),
  'accounts:delete': (service, { idToken }) => service.callToolkit('/v1/accounts:delete', { idToken }),
  'accounts:revokeToken': (service, { idToken, refreshToken: token }) =>
    service.callToolkit('/v2/accounts:revokeToken', { idToken, token }),
  'accounts:signInWithPassword': (service) => service.callToolkit('/v1/accounts:signInWithPassword', account),
  token: (service, { refreshToken }) => service.refresh(refreshToken),
  'signing out everywhere': (service, { localId }) => service.identity().endSessions(localId, caller),
}

describe('write by a signed-in user', () => {
  for (const [name, write] of Object.entries(writes)) {
    it(`syncs once, off the main thread, and answers when it is durable: ${name}`, async (t) => {
      const slow = {
        isSlow: false,
        started: Promise.withResolvers<void>(),
        done: Promise.withResolvers<void>(),
        syncs: 0,
      }
      const syncFile: SyncFile = async (descriptor) => {
        slow.syncs++
        slow.started.resolve()
        if (slow.isSlow) await slow.done.promise
        await promisify(fdatasync)(descriptor)
      }
      const service = await serveIdentity(t, { isRateLimited: false }, { syncFile })
      const tokens = (await (await service.callToolkit('/v1/accounts:signUp', account)).json()) as Tokens
      Object.assign(slow, { isSlow: true, started: Promise.withResolvers<void>(), syncs: 0 })
      let isAnswered = false
      const answering = write(service, tokens).finally(() => (isAnswered = true))
      await slow.started.promise
      // The service answers other requests meanwhile.
      assert.equal((await service.get('/identitytoolkit.googleapis.com/v2/passwordPolicy')).status, 200)
      assert.equal(isAnswered, false)
      slow.done.resolve()
      const answer = await answering
      if (answer instanceof Response) assert.equal(answer.status, 200)
      assert.equal(slow.syncs, 1)
    })
  }
})
