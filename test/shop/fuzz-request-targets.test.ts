import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fillShop, fuzzedShopEnv } from '../fuzz/fill-shop.ts'
import { fuzzCases, fuzzSeed } from '../fuzz/fuzz-settings.ts'
import { PageChecks } from '../fuzz/page-checks.ts'
import { RawClient } from '../fuzz/raw-client.ts'
import { targetRequests } from '../fuzz/request-targets.ts'
import { runCases } from '../fuzz/run-cases.ts'
import { allPaths } from '../fuzz/shop-paths.ts'
import { startShop } from '../kit/shop/shop-process.ts'

test('fuzzing: no request target causes a server error, a page at a wrong path or a redirect to another host', async () => {
  await using shop = await startShop({ env: fuzzedShopEnv })
  const port = Number(new URL(shop.url).port)
  const sample = await fillShop(shop.url, shop)
  using firstClient = new RawClient(port)
  const pages = await PageChecks.record(firstClient, sample)
  const options = { port, pid: shop.child.pid!, seed: fuzzSeed(), cases: fuzzCases(), concurrency: 4 }
  await runCases(options, targetRequests(allPaths(sample)), (request, client) => pages.check(request, client))
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
})
