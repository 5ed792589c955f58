import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { pino } from 'pino'

import { findOrDownloadBrowser } from '../../scripts/test/browser.ts'
import { openShop } from '../../server.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PagesModule } from '../../src/pages/page.ts'
import { allPaths, missingPaths } from '../fuzz/shop-paths.ts'
import { signUp } from '../kit/api-client.ts'

const builtPages = '../../build/server/index.js'
const addItem = { title: 'Harbour Beanie', imageUrl: '/favicon.svg' }

/** Runs the built shop while `use` runs. */
async function withShop(environment: Record<string, string>, use: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'token-sync-'))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir, ...environment })
  const shop = await openShop(config, pino({ level: 'silent' }), createPages)
  try {
    await use(shop.url)
  } finally {
    await shop.close()
    await rm(dataDir, { recursive: true })
  }
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

  it('moves the endpoint from /__session to another path', async () => {
    await withShop({ SHOP_TOKEN_SYNC: '/auth/sync' }, async (url) => {
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
})

describe('token sync in a browser', () => {
  let browser: Browser
  let context: BrowserContext
  before(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
    browser = await chromium.launch({ executablePath: findOrDownloadBrowser(), args })
  })
  after(() => browser.close())

  /** Opens the create page. `sent` lists the methods of the page's sync requests, in order. */
  async function openCreatePage(url: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/__session')) sent.push(request.method())
    })
    await prepare(page)
    await page.goto(`${url}/create`)
    return { page, sent, signedIn: () => page.locator('main [role=status]:empty').waitFor({ state: 'attached' }) }
  }

  const answerTo = (page: Page, method: string) =>
    page.waitForResponse((answer) => answer.url().endsWith('/__session') && answer.request().method() === method)

  const run = (environment: Record<string, string>, use: (url: string) => Promise<void>) =>
    withShop(environment, async (url) => {
      context = await browser.newContext({ locale: 'en' })
      await use(url)
      await context.close()
    })

  it('stores the ID token in an HttpOnly cookie, and syncs it once', async () => {
    await run({}, async (url) => {
      let synced: Promise<unknown> = Promise.resolve()
      const { page, sent, signedIn } = await openCreatePage(url, async (opened) => {
        synced = answerTo(opened, 'POST')
      })
      await synced
      await signedIn()
      const [cookie] = await context.cookies()
      assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['__session', true, 'Lax'])
      assert.equal(cookie?.path, '/__session')
      assert.equal(await page.evaluate('document.cookie'), '')
      assert.deepEqual(sent, ['DELETE', 'POST'])

      // A page that is opened again syncs the token while it is new, and no longer after five minutes.
      const again = await openCreatePage(url, (opened) => {
        synced = answerTo(opened, 'POST')
        return Promise.resolve()
      })
      await synced
      assert.deepEqual(again.sent, ['POST'])
      const later = await openCreatePage(url, (opened) => opened.clock.install({ time: Date.now() + 301_000 }))
      await later.signedIn()
      await later.page.evaluate('fetch("/healthz").then((answer) => answer.text())')
      assert.deepEqual(later.sent, [])
    })
  })

  it('a failed sync does not sign the user out', async () => {
    await run({}, async (url) => {
      const { page, signedIn } = await openCreatePage(url, (opened) => opened.route('**/__session', (r) => r.abort()))
      await signedIn()
      await page.getByLabel('Title').fill(addItem.title)
      await page.getByLabel('Image URL').fill(url + addItem.imageUrl)
      await page.getByRole('button', { name: 'Save item' }).click()
      await page.waitForURL('**/item/*')
      assert.deepEqual(await context.cookies(), [])
    })
  })

  it('a failed sync is repeated when the network is back', async () => {
    await run({}, async (url) => {
      const { page, signedIn } = await openCreatePage(url, (opened) => opened.route('**/__session', (r) => r.abort()))
      await signedIn()
      await page.unroute('**/__session')
      const synced = answerTo(page, 'POST')
      await page.evaluate('dispatchEvent(new Event("online"))')
      assert.equal((await synced).status(), 204)
    })
  })

  it('pages are the same with and without the cookie', async () => {
    await run({}, async (url) => {
      let synced: Promise<unknown> = Promise.resolve()
      await openCreatePage(url, async (opened) => {
        synced = answerTo(opened, 'POST')
      })
      await synced
      const [cookie] = await context.cookies()
      const read = async (headers: Record<string, string>) => {
        const answer = await fetch(`${url}/create`, { headers })
        return (await answer.text()).replaceAll(/nonce="[^"]+"/g, '') // Each response has a new one.
      }
      assert.equal(await read({ Cookie: `__session=${cookie?.value}` }), await read({}))
    })
  })

  it('syncs the new session after the old one ended, and what was typed is saved', async () => {
    await run({}, async (url) => {
      let synced: Promise<unknown> = Promise.resolve()
      const { page, sent, signedIn } = await openCreatePage(url, async (opened) => {
        synced = answerTo(opened, 'POST')
      })
      await synced
      await signedIn()
      const [old] = await context.cookies()
      await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:delete?key=k`, {
        method: 'POST',
        body: JSON.stringify({ idToken: old?.value }),
      })
      // The API accepts an ID token for an hour; one refusal makes the client get a new one.
      await page.route('**/api/items', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
      await page.getByLabel('Title').fill(addItem.title)
      await page.getByLabel('Image URL').fill(url + addItem.imageUrl)
      const syncedAgain = answerTo(page, 'POST')
      await page.getByRole('button', { name: 'Save item' }).click()
      await page.waitForURL('**/item/*')
      await syncedAgain
      const [fresh] = await context.cookies()
      assert.notEqual(fresh?.value, old?.value)
      assert.deepEqual(sent, ['DELETE', 'POST', 'DELETE', 'POST'])
    })
  })

  it('uses the path of SHOP_TOKEN_SYNC', async () => {
    await run({ SHOP_TOKEN_SYNC: '/auth/sync' }, async (url) => {
      let synced: Promise<unknown> = Promise.resolve()
      await openCreatePage(url, async (opened) => {
        synced = opened.waitForResponse((answer) => answer.url() === `${url}/auth/sync` && answer.status() === 204)
      })
      await synced
    })
  })

  it('deletes the cookie of an earlier version, which had another path', async () => {
    await run({}, async (url) => {
      await context.addCookies([{ name: '__session', value: 'old', url: `${url}/` }])
      let synced: Promise<unknown> = Promise.resolve()
      await openCreatePage(url, async (opened) => {
        synced = answerTo(opened, 'POST')
      })
      await synced
      assert.deepEqual(
        (await context.cookies()).map(({ path }) => path),
        ['/__session'],
      )
    })
  })

  it('off: nothing is synced', async () => {
    await run({ SHOP_TOKEN_SYNC: 'off' }, async (url) => {
      const { page, sent, signedIn } = await openCreatePage(url)
      await signedIn()
      await page.evaluate('fetch("/healthz").then((answer) => answer.text())')
      assert.deepEqual(sent, [])
    })
  })
})
