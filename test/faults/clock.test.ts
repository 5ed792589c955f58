import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { signInWithPassword } from '../kit/accounts.ts'
import { callIdentity, refresh, sendItem, signUp, type ApiItem, type SignedIn } from '../kit/api-client.ts'
import { endOf, startCommand } from '../kit/command.ts'
import { createMaker, allSaved } from '../kit/faults/maker.ts'
import type { ClockMessage } from '../kit/faults/moved-clock.ts'
import { logged, readHealth, troubleMessages } from '../kit/faults/shop-log.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { plainPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nodeOptions = ['--import', join(import.meta.dirname, '../kit/faults/moved-clock.ts')]
const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** Moves the clock of a shop, or runs what it does every hour. */
async function tell({ child }: ShopProcess, message: ClockMessage): Promise<void> {
  const done = once(child, 'message')
  child.send(message)
  await done
}

/** Runs what the shop does every hour, and waits until it has said so in its log, where it says why it does nothing. */
async function expectNothingPurged(shop: ShopProcess): Promise<void> {
  const from = shop.output().length
  await tell(shop, 'hourly')
  await logged(shop, 'the purge of removed items is skipped', from)
  await logged(shop, 'unused photos were not removed', from)
  await logged(shop, 'idle accounts are not removed', from)
}

/** A shop with something of everything that is deleted some day: a removed item, unused photo, idle account. */
async function fillShop(shop: ShopProcess) {
  const idle = await signUp(shop.url)
  const maker = await createMaker(shop)
  await maker.doAll()
  const photo = await uploadPhoto({ url: shop.url, idToken: maker.idToken }, await plainPhoto('#a52'))
  const removed = (await (await sendItem(shop.url, maker.idToken, newItem)).json()) as ApiItem
  await callApi(shop.url, maker.idToken, { method: 'DELETE', path: `/items/${removed.id}` })
  const owner = () => signInWithPassword(shop.url, 'maker@example.com', 'a good password')
  return {
    maker,
    owner,
    assertAllThere: async () => {
      await maker.assertNothingLost({ refreshes: false })
      const items = await listManaged(shop.url, await owner())
      assert.ok(items.some(({ id, removedAt }) => id === removed.id && removedAt !== null))
      assert.equal((await fetch(new URL(photo.preview, shop.url))).status, 200)
      assert.equal((await refresh(shop.url, idle.refreshToken)).status, 200)
    },
    isRemovedItemThere: async () => (await listManaged(shop.url, await owner())).some(({ id }) => id === removed.id),
  }
}

test('a clock that is a month ahead while a command runs: nothing is deleted', async () => {
  await using shop = await startShop({ nodeOptions })
  const { assertAllThere } = await fillShop(shop)
  await shop.kill()
  const env = {
    SHOP_DATA_DIR: shop.dataDir,
    NODE_OPTIONS: nodeOptions.join(' '),
    TEST_CLOCK_AHEAD_MS: String(31 * dayMs),
  }
  assert.match((await endOf(startCommand(env, 'owner', 'list'))).stdout, /maker@example\.com/)
  await shop.startAgain()
  await assertAllThere()
})

for (const [what, jumpMs] of [
  ['ahead', 31 * dayMs],
  ['back', -31 * dayMs],
] as const) {
  describe(`a clock that jumps a month ${what}`, () => {
    test('while the shop runs: nothing is deleted, sign-ins work, then and when it is corrected', async () => {
      await using shop = await startShop({ nodeOptions })
      const { assertAllThere, maker, owner } = await fillShop(shop)
      await tell(shop, { jumpMs })
      await expectNothingPurged(shop)
      const meanwhile = await signUp(shop.url)
      await assertSignedIn(shop, meanwhile)
      assert.equal((await sendItem(shop.url, await owner(), newItem)).status, 201)
      await assertAllThere()
      assert.deepEqual(await readHealth(shop.url), { status: 200, missing: undefined })

      await tell(shop, { jumpMs: -jumpMs })
      await expectNothingPurged(shop)
      await assertSignedIn(shop, await refreshed(shop, meanwhile))
      await assertAllThere()
      assert.deepEqual(await maker.doAll(), allSaved)
    })

    test('while the shop is off: nothing is deleted, sign-ins work, then and when it is corrected', async () => {
      await using first = await startShop({ nodeOptions })
      const { dataDir } = first
      const { assertAllThere } = await fillShop(first)
      const { port } = new URL(first.url)
      await first.kill()
      const env = { PORT: port, TEST_CLOCK_AHEAD_MS: String(jumpMs) }
      await using second = await startShop({ dataDir, nodeOptions, env })
      const isSaid = troubleMessages(second.output()).some((msg) => msg.includes('earlier than when the shop last ran'))
      assert.equal(isSaid, what === 'back')
      await tell(second, 'hourly')
      const meanwhile = await signUp(second.url)
      await assertSignedIn(second, meanwhile)
      await assertAllThere()
      await tell(second, { jumpMs: -jumpMs })
      await expectNothingPurged(second)
      await assertSignedIn(second, await refreshed(second, meanwhile))
      await assertAllThere()
    })
  })
}

/** Asserts that an account can use the shop: it asks who it is, and may sign out everywhere. */
async function assertSignedIn({ url }: ShopProcess, { idToken }: SignedIn): Promise<void> {
  assert.equal((await callIdentity(url, 'lookup', { idToken })).status, 200)
  assert.equal((await callApi(url, idToken, { method: 'GET', path: '/me' })).status, 200)
}

async function refreshed({ url }: ShopProcess, account: SignedIn): Promise<SignedIn> {
  const answer = (await (await refresh(url, account.refreshToken)).json()) as { id_token: string }
  return { ...account, idToken: answer.id_token }
}

test('a clock that runs evenly: what was removed a month ago is deleted', async () => {
  await using shop = await startShop({ nodeOptions })
  const { isRemovedItemThere } = await fillShop(shop)
  assert.ok(await isRemovedItemThere())
  await tell(shop, { passMs: 31 * dayMs })
  await tell(shop, 'hourly')
  await logged(shop, 'removed items were purged')
  assert.ok(!(await isRemovedItemThere()))
})
