import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { pino } from 'pino'

import { openShop } from '../../server.ts'
import { readConfig } from '../../src/config/config.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import type { PagesModule, RenderPage } from '../../src/http/page.ts'

const builtPages = '../../build/server/index.js'

let render: RenderPage
const resources = new AsyncDisposableStack()

before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'renderer-'))
  resources.defer(() => rm(dataDir, { recursive: true }))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir })
  const shop = await openShop(config, pino({ level: 'silent' }), (services) => (render = createPages(services)))
  resources.defer(() => shop.close())
})
after(() => resources.disposeAsync())

const options = { nonce: 'any', isPatient: true }

test('the renderer gives a document, whole', async () => {
  const page = await render('/', options)
  assert.ok(page && 'body' in page && typeof page.body === 'string')
  assert.match(page.body, /^<!DOCTYPE html>.*<\/html>$/s)
})

test('the renderer does not render a page for each item that is missing', async () => {
  assert.deepEqual(await render('/item/aaaaaaaaaaaaaaaaaaaa', options), { sameAs: missingAddresses.item })
})

for (const address of ['/_.data', '/_.data ', '/create.data', '//_.data']) {
  test(`what the renderer answers to ${address} is no page`, async () => {
    assert.equal(await render(address, options), undefined)
  })
}
