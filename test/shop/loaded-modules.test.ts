import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

import { addItem, signUp } from '../kit/api-client.ts'
import { loadedFile } from '../kit/shop/record-loaded-modules.ts'
import { makeDataDir, root, startShop } from '../kit/shop/shop-process.ts'

const preload = { NODE_OPTIONS: '--import=./test/kit/shop/record-loaded-modules.ts' }

/** A Firebase project whose Firestore cannot be reached. */
const project = {
  SHOP_FIREBASE_PROJECT_ID: 'wool-shop',
  SHOP_FIREBASE_API_KEY: 'any',
  SHOP_FIREBASE_AUTH_DOMAIN: 'wool-shop.firebaseapp.com',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:9',
}

/** The modules that a shop loads from start to stop: packages by name, its own modules by path. */
async function loadedBy(env: Record<string, string>, use: (url: string) => Promise<unknown>): Promise<Set<string>> {
  const dataDir = await makeDataDir()
  const shop = await startShop({ dataDir, env: { ...preload, ...env } })
  await use(shop.url)
  await shop.stop()
  const urls = JSON.parse(await readFile(join(dataDir, loadedFile), 'utf8')) as string[]
  await rm(dataDir, { recursive: true })
  const names = urls.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1] ?? url)
  return new Set(names.map((name) => name.replace(pathToFileURL(`${root}/`).href, '')))
}

const cloudPackages = ['@google-cloud/firestore', 'google-gax', 'google-auth-library', '@grpc/grpc-js']

/** They are in the browser's bundle, and not in the container. */
function assertNoBrowserPackages(loaded: ReadonlySet<string>): void {
  const found = [...loaded].filter((name) => name === 'firebase' || name.startsWith('@firebase/'))
  assert.deepEqual(found, [])
}

/** What an embedded shop loads for a new account, its item, and pages. */
const loadedByEmbedded = await loadedBy({}, async (url) => {
  await addItem(url, { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' })
  for (const path of ['/', '/create', '/__/auth/action?mode=resetPassword&oobCode=any']) await fetch(url + path)
})

test('loaded modules: an embedded shop loads no cloud packages', () => {
  const loaded = loadedByEmbedded
  assertNoBrowserPackages(loaded)
  for (const name of ['sharp', 'parse5', 'src/link-preview/inspect-link.ts']) assert.ok(!loaded.has(name), name)
  assert.ok(loaded.has('src/catalogue/sqlite/sqlite-store.ts'))
  for (const name of [...cloudPackages, 'protobufjs', 'src/cloud.ts']) assert.ok(!loaded.has(name), name)
})

test('loaded modules: the test mode of the identity service is loaded in test mode alone', async () => {
  const isAmong = (loaded: ReadonlySet<string>) =>
    [...loaded].some((name) => name.startsWith('packages/identity/src/emulator/'))
  assert.equal(isAmong(loadedByEmbedded), false)
  assert.equal(isAmong(await loadedBy({ SHOP_IDENTITY_EMULATOR: '1' }, signUp)), true)
})

test('loaded modules: openid-client is loaded at the first sign-in with a provider', async () => {
  const env = { SHOP_OIDC_PROVIDERS: 'oidc.wool=http://127.0.0.1:9|any' }
  const isLoadedBy = async (use: (url: string) => Promise<unknown>) => (await loadedBy(env, use)).has('openid-client')
  assert.equal(await isLoadedBy((url) => fetch(`${url}/sign-in`)), false)
  const begin = { method: 'POST', body: '{"next":"/"}' }
  assert.equal(await isLoadedBy((url) => fetch(`${url}/__/auth/provider/oidc.wool`, begin)), true)
})

test('loaded modules: a cloud shop loads neither databases of a data folder nor the identity service', async () => {
  const loaded = await loadedBy(project, async (url) => {
    for (const path of ['/healthz', '/create']) await fetch(url + path)
  })
  assertNoBrowserPackages(loaded)
  for (const name of cloudPackages) assert.ok(loaded.has(name), name)
  const embedded = [
    'src/embedded.ts',
    'src/catalogue/sqlite/sqlite-store.ts',
    'packages/identity/src/service.ts',
    'nodemailer',
  ]
  for (const name of embedded) assert.ok(!loaded.has(name), name)
})
