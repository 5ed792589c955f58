import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { pino } from 'pino'

import { openShop } from '../../server.ts'
import type { Store } from '../../src/catalogue/store.ts'
import { readConfig } from '../../src/config/config.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import type { PagesModule, RenderPage } from '../../src/pages/page.ts'

const builtPages = '../../build/server/index.js'

let render: RenderPage
/** The same pages with a catalogue that makes the home page fail. */
let renderBroken: RenderPage
const resources = new AsyncDisposableStack()

before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'renderer-'))
  resources.defer(() => rm(dataDir, { recursive: true }))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir })
  const shop = await openShop(config, pino({ level: 'silent' }), (services) => {
    const newest = async (limit: number) => ({ ...(await services.store.newest(limit)), items: [null] })
    renderBroken = createPages({ ...services, store: { ...services.store, newest } as unknown as Store })
    return (render = createPages(services))
  })
  resources.defer(() => shop.close())
})
after(() => resources.disposeAsync())

const options = { nonce: 'any', waitForAll: true }

test('renderer: returns a complete document', async () => {
  const page = await render('/', options)
  assert.ok(page && 'body' in page && typeof page.body === 'string')
  assert.match(page.body, /^<!DOCTYPE html>.*<\/html>$/s)
})

test('renderer: every missing item shares one page', async () => {
  assert.deepEqual(await render('/item/aaaaaaaaaaaaaaaaaaaa', options), { sameAs: missingAddresses.item })
})

for (const address of ['/_.data', '/_.data ', '/create.data', '//_.data']) {
  test(`renderer: ${address} is not a page`, async () => {
    assert.equal(await render(address, options), undefined)
  })
}

test('renderer: the page of an unexpected error has the header and the footer', async () => {
  const [complete, failed] = await Promise.all([render('/', options), renderBroken('/', options)])
  assert.ok(complete && 'body' in complete && typeof complete.body === 'string')
  assert.ok(failed && 'body' in failed && typeof failed.body === 'string')
  assert.equal(failed.status, 500)
  assert.match(
    failed.body,
    /<main id="main">.*role="alert">This page couldn’t be loaded\. Please try again\.<.*<\/main>/s,
  )
  for (const part of [/<header.*<\/header>/s, /<footer.*<\/footer>/s]) {
    assert.equal(part.exec(failed.body)?.[0], part.exec(complete.body)?.[0])
  }
  assert.deepEqual(failed.inline, complete.inline)
})
