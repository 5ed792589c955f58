import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { fillShop, fuzzedShopEnv } from '../fuzz/fill-shop.ts'
import { fuzzCases, fuzzSeed } from '../fuzz/fuzz-settings.ts'
import { PageChecks } from '../fuzz/page-checks.ts'
import { RawClient } from '../fuzz/raw-client.ts'
import { targetRequests } from '../fuzz/request-targets.ts'
import { runCases } from '../fuzz/run-cases.ts'
import { allPaths, type SampleShop } from '../fuzz/shop-paths.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

let shop: ShopProcess
let sample: SampleShop
let pages: PageChecks
let port: number

before(async () => {
  shop = await startShop({ env: fuzzedShopEnv })
  port = Number(new URL(shop.url).port)
  sample = await fillShop(shop.url, shop)
  using client = new RawClient(port)
  pages = await PageChecks.record(client, sample)
})
after(() => shop.stop())

test('fuzzing: no request target causes a server error, a page at a wrong path or a redirect to another host', async () => {
  const concurrency = { port, seed: fuzzSeed(), cases: fuzzCases(), concurrency: 4 }
  await runCases(concurrency, targetRequests(allPaths(sample)), (request, client) => pages.check(request, client))
  assert.equal((await fetch(`${shop.url}/healthz`)).status, 200)
})
