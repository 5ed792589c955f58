import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { signUp } from '../kit/api-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { startFailingShop } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const testMode = { SHOP_IDENTITY_EMULATOR: '1' }
const normalMode = {}

describe('a data folder', () => {
  test('of test mode, where anyone can sign in as anyone, is refused without it', async (t) => {
    const dataDir = temporaryFolder(t)
    {
      await using shop = await host.open({ dataDir, env: testMode })
      await signUp(shop.url)
    }
    const { code, lines } = await startFailingShop({ dataDir })
    assert.equal(code, 1)
    assert.deepEqual(lines, [
      'The accounts of this data folder were made in test mode (SHOP_IDENTITY_EMULATOR=1), where anyone can sign in as ' +
        'anyone. Set SHOP_DATA_DIR to another folder.',
    ])
    await using again = await host.open({ dataDir, env: testMode })
    await signUp(again.url)
  })

  test('of a shop is refused in test mode', async (t) => {
    const dataDir = temporaryFolder(t)
    {
      await using shop = await host.open({ dataDir })
      await signUp(shop.url)
    }
    const { code, lines } = await startFailingShop({ dataDir, env: testMode })
    assert.equal(code, 1)
    assert.match(
      lines.at(-1) ?? '',
      /^The accounts of this data folder were not made in test mode, .* without test mode\.$/,
    )
    await using again = await host.open({ dataDir })
    await signUp(again.url)
  })

  test('without accounts can be used in either mode', async (t) => {
    const dataDir = temporaryFolder(t)
    for (const env of [normalMode, testMode, normalMode]) await (await host.open({ dataDir, env })).kill()
  })
})
