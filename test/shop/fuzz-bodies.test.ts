import assert from 'node:assert/strict'
import { test } from 'node:test'

import { unexpectedErrors, checkBodyRequest } from '../fuzz/body-checks.ts'
import { bodyRequests } from '../fuzz/body-requests.ts'
import { fillShop, fuzzedShopEnv } from '../fuzz/fill-shop.ts'
import { FuzzAccounts } from '../fuzz/fuzz-accounts.ts'
import { fuzzCases, fuzzSeed } from '../fuzz/fuzz-settings.ts'
import { runCases } from '../fuzz/run-cases.ts'
import { startShop } from '../kit/shop/shop-process.ts'

test('fuzzing: no body and no header causes a server error or shows a stack trace', async () => {
  await using shop = await startShop({ env: fuzzedShopEnv })
  const accounts = new FuzzAccounts(shop.url, await fillShop(shop.url, shop))
  const target = { port: Number(new URL(shop.url).port), pid: shop.child.pid! }
  const options = { ...target, seed: fuzzSeed(), cases: fuzzCases(), concurrency: 4 }
  await runCases(options, bodyRequests, (request, client) => checkBodyRequest(request, client, accounts))
  assert.doesNotMatch(shop.output(), unexpectedErrors)
})
