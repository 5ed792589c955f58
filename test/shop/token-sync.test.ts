import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'

import { chromium, type BrowserContext, type Page, type Response } from '@playwright/test'
import { pino } from 'pino'

import { findOrDownloadBrowser } from '../../scripts/test/browser.ts'
import { openShop } from '../../server.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PagesModule } from '../../src/pages/page.ts'
import { allPaths, missingPaths } from '../fuzz/shop-paths.ts'
import { callIdentity, signUp } from '../kit/api-client.ts'

const builtPages = '../../build/server/index.js'

/** Opens the built shop for a test, or for a file of tests. */
async function openBuiltShop(t: { after: (work: () => Promise<void>) => void }, environment = {}): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'token-sync-'))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir, ...environment })
  const shop = await openShop(config, pino({ level: 'silent' }), createPages)
  t.after(async () => {
    await shop.close()
    await rm(dataDir, { recursive: true })
  })
  return shop.url
}

describe('SHOP_TOKEN_SYNC', () => {
  const sample = { itemId: '0'.repeat(20), removedId: '1'.repeat(20), assets: ['/assets/entry.js'] }
  const missing = new Set(missingPaths(sample).filter((path) => !path.startsWith('/item')))
  const usedPaths = allPaths(sample).filter((path) => path !== '/__session' && !missing.has(path))

  it('refuses a path that the shop uses otherwise', () => {
    assert.ok(usedPaths.length > 50)
    for (const path of [...usedPaths, ...usedPaths.map((other) => other.toUpperCase())]) {
      assert.throws(() => readConfig({ SHOP_TOKEN_SYNC: path }), { message: /^SHOP_TOKEN_SYNC is .*\.$/ }, path)
    }
  })

  it('moves the endpoint from /__session to another path', async (t) => {
    const url = await openBuiltShop(t, { SHOP_TOKEN_SYNC: '/auth/sync' })
    const { idToken } = await signUp(url)
    const headers = { Authorization: `Bearer ${idToken}` }
    const statuses = (path: string) =>
      Promise.all(
        ['POST', 'DELETE', 'GET'].map(async (method) => (await fetch(url + path, { method, headers })).status),
      )
    assert.deepEqual(await statuses('/auth/sync'), [204, 204, 405])
    assert.deepEqual(await statuses('/__session'), [405, 405, 404])
    const [cookie] = (await fetch(`${url}/auth/sync`, { method: 'POST', headers })).headers.getSetCookie()
    assert.match(cookie ?? '', /^__session=[\w.-]+; Max-Age=\d+; Path=\/auth\/sync;/)
  })
})

describe('token sync in a browser', async () => {
  const sharedUrl = await openBuiltShop({ after })
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findOrDownloadBrowser(), args })
  after(() => browser.close())

  /** A new visitor of a shop, with their cookies. */
  async function openVisitor(t: TestContext, url = sharedUrl) {
    const context = await browser.newContext({ locale: 'en' })
    t.after(() => context.close())
    return {
      url,
      context,
      openPage: (prepare?: (page: Page) => Promise<unknown>) => openCreatePage(context, url, prepare),
    }
  }

  /** Opens the create page. `sent` lists the methods of the page's sync requests, in order. */
  async function openCreatePage(context: BrowserContext, url: string, prepare?: (page: Page) => Promise<unknown>) {
    const page = await context.newPage()
    const sent: string[] = []
    const answered: Response[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/__session')) sent.push(request.method())
    })
    page.on('response', (answer) => answered.push(answer))
    await prepare?.(page)
    await page.goto(`${url}/create`)
    return {
      page,
      sent,
      signedIn: () => page.locator('main [role=status]:empty').waitFor({ state: 'attached' }),
      /** Waits until the page has synced its token for the nth time. */
      synced: async (times = 1, path = '/__session') => {
        const isSync = (answer: Response) => answer.url() === url + path && answer.request().method() === 'POST'
        while (answered.filter(isSync).length < times) await page.waitForEvent('response')
        return answered.findLast(isSync)?.status()
      },
    }
  }

  it('stores the ID token in an HttpOnly cookie, and syncs it once', async (t) => {
    const { context, openPage } = await openVisitor(t)
    const { page, sent, signedIn, synced } = await openPage()
    await synced()
    await signedIn()
    const [cookie] = await context.cookies()
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['__session', true, 'Lax'])
    assert.equal(cookie?.path, '/__session')
    assert.equal(await page.evaluate('document.cookie'), '')
    assert.deepEqual(sent, ['DELETE', 'POST'])

    // A page that is opened again syncs the token while it is new, and no longer after five minutes.
    const again = await openPage()
    await again.synced()
    assert.deepEqual(again.sent, ['POST'])
    const later = await openPage((opened) => opened.clock.install({ time: Date.now() + 301_000 }))
    await later.signedIn()
    await later.page.evaluate('fetch("/healthz").then((answer) => answer.text())')
    assert.deepEqual(later.sent, [])
  })

  it('a failed sync neither signs the user out nor prevents saving', async (t) => {
    const { url, context, openPage } = await openVisitor(t)
    const { page, signedIn } = await openPage((opened) => opened.route('**/__session', (route) => route.abort()))
    await signedIn()
    await saveItem(page, url)
    assert.deepEqual(await context.cookies(), [])
  })

  it('a failed sync is repeated when the network is back', async (t) => {
    const { openPage } = await openVisitor(t)
    const { page, signedIn, synced } = await openPage((opened) => opened.route('**/__session', (r) => r.abort()))
    await signedIn()
    await page.unroute('**/__session')
    await page.evaluate('dispatchEvent(new Event("online"))')
    assert.equal(await synced(), 204)
  })

  it('pages are the same with and without the cookie', async (t) => {
    const { url, context, openPage } = await openVisitor(t)
    await (await openPage()).synced()
    const [cookie] = await context.cookies()
    const read = async (headers: Record<string, string>) => {
      const answer = await fetch(`${url}/create`, { headers })
      return (await answer.text()).replaceAll(/nonce="[^"]+"/g, '') // Each response has a new one.
    }
    assert.equal(await read({ Cookie: `__session=${cookie?.value}` }), await read({}))
  })

  it('syncs the new session after the old one ended, and what was typed is saved', async (t) => {
    const { url, context, openPage } = await openVisitor(t)
    const { page, sent, signedIn, synced } = await openPage()
    await synced()
    await signedIn()
    const [old] = await context.cookies()
    await callIdentity(url, 'delete', { idToken: old?.value })
    // The API accepts an ID token for an hour; one refusal makes the client get a new one.
    await page.route('**/api/items', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
    await saveItem(page, url)
    await synced(2)
    const [fresh] = await context.cookies()
    assert.notEqual(fresh?.value, old?.value)
    // The page of the saved item, which asks for its link preview, syncs too.
    assert.deepEqual(sent.slice(0, 4), ['DELETE', 'POST', 'DELETE', 'POST'])
  })

  it('uses the path of SHOP_TOKEN_SYNC', async (t) => {
    const { openPage } = await openVisitor(t, await openBuiltShop(t, { SHOP_TOKEN_SYNC: '/auth/sync' }))
    assert.equal(await (await openPage()).synced(1, '/auth/sync'), 204)
  })

  it('deletes the cookie of an earlier version, which had another path', async (t) => {
    const { url, context, openPage } = await openVisitor(t)
    await context.addCookies([{ name: '__session', value: 'old', url: `${url}/` }])
    await (await openPage()).synced()
    assert.deepEqual(
      (await context.cookies()).map(({ path }) => path),
      ['/__session'],
    )
  })

  it('off: nothing is synced', async (t) => {
    const { openPage } = await openVisitor(t, await openBuiltShop(t, { SHOP_TOKEN_SYNC: 'off' }))
    const { page, sent, signedIn } = await openPage()
    await signedIn()
    await page.evaluate('fetch("/healthz").then((answer) => answer.text())')
    assert.deepEqual(sent, [])
  })
})

async function saveItem(page: Page, url: string): Promise<void> {
  await page.getByLabel('Title').fill('Harbour Beanie')
  await page.getByLabel('Image URL').fill(`${url}/favicon.svg`)
  await page.getByRole('button', { name: 'Save item' }).click()
  await page.waitForURL('**/item/*')
}
