/**
 * Writes a fixture of `test/data-folders` with the shop of a checkout, which may be of any version:
 *
 *     node launch.mjs test/kit/shop/write-data-folder.ts CHECKOUT
 *
 * It starts that shop on an empty data folder, does through its API and commands what its version knows, and stops it. The
 * checkout needs its packages (`npm ci`), but no build: no page is requested.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { fullItem } from '../../../src/domain/test-support.ts'
import { readActionLink, signInWithPassword } from '../accounts.ts'
import { callIdentity, findItem, listItems, sendItem, signUp, type ApiItem, type SignedIn } from '../api-client.ts'
import { callApi, listManaged } from '../manage-client.ts'
import { drawPhoto, filesOf, uploadPhoto } from '../photos/photos.ts'
import {
  databases,
  dump,
  readRevision,
  readVersions,
  type WrittenFacts,
  type WrittenPasswordAccount,
} from './data-folders.ts'
import { findOpenedUrl } from './opened-url.ts'
import { root } from './shop-process.ts'

const checkout = resolve(process.argv[2] ?? '.')
const dataDir = mkdtempSync(join(tmpdir(), 'stockinette-'))
const env = { PATH: process.env['PATH'], NODE_ENV: 'production', SHOP_DATA_DIR: dataDir, PORT: '0' }

try {
  const shop = startWithoutPages()
  const url = await readUrl(shop)
  const written = await fill(url)
  const exited = once(shop, 'exit')
  shop.kill('SIGTERM')
  await exited
  const versions = readVersions(dataDir)
  const folder = join(root, 'test/data-folders', `items-${versions.items}-identity-${versions.identity}`)
  writeFixture(folder, { writtenAt: new Date().toISOString(), versions, revision: readRevision(dataDir), ...written })
  process.stdout.write(`${folder}\n`)
} finally {
  rmSync(dataDir, { recursive: true })
}

function startWithoutPages(): ChildProcess {
  const pages = join(checkout, 'build/server/index.js')
  if (!existsSync(pages)) {
    mkdirSync(dirname(pages), { recursive: true })
    writeFileSync(pages, 'export const createPages = () => () => new Response()\n')
  }
  return spawn(process.execPath, ['server.ts'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output')
  const lines = createInterface(stdout)
  for await (const line of lines) {
    const url = findOpenedUrl(`${line}\n`)
    if (url !== undefined) return url
  }
  throw new Error('The shop did not open.')
}

/** Three items of an anonymous user, a customer, and an owner who marks an item as sold, hides one and removes one. */
async function fill(url: string) {
  const { localId: uid, idToken, refreshToken } = await signUp(url)
  const { items, photoFiles } = await addItems(url, idToken)
  const customer = await makeCustomer(url)
  const owner = await makeOwner(url)
  const shopSettings = owner && (await saveSettings(url, owner, items[0]?.photos[0]?.id))
  return {
    anonymous: { uid, refreshToken },
    customer,
    owner,
    items: owner === undefined ? await listItems(url) : await manage(url, owner, items),
    photoFiles,
    shopSettings,
  }
}

async function addItems(url: string, idToken: string) {
  const hasPhotos = (await fetch(`${url}/api/photos/${'0'.repeat(64)}`)).status !== 404
  const photo = hasPhotos ? await uploadPhoto({ url, idToken }, drawPhoto(200, 250)) : undefined
  const { imageUrl: _, photos: __, ...fields } = fullItem
  const items: ApiItem[] = []
  for (const title of ['Harbour Beanie', 'Plain Scarf', 'Old Mittens']) {
    // Before photos were a part of items, theirs was an image URL.
    const withPhotos = photo && (await sendItem(url, idToken, { ...fields, title, photos: [photo.id] }))
    const imageUrl = photo?.url ?? 'https://images.example/knitwear.jpg'
    const answer = withPhotos?.ok === true ? withPhotos : await sendItem(url, idToken, { ...fields, title, imageUrl })
    if (!answer.ok) throw new Error(await answer.text())
    items.push((await answer.json()) as ApiItem)
  }
  return { items, photoFiles: photo === undefined ? [] : [photo.preview, ...filesOf(photo)] }
}

/** `undefined` where there are only anonymous accounts. */
async function makeCustomer(url: string): Promise<WrittenPasswordAccount | undefined> {
  const account = { email: 'customer@example.com', password: 'a customer’s' }
  const answer = await callIdentity(url, 'signUp', { ...account, returnSecureToken: true })
  const {
    localId: uid = '',
    refreshToken = '',
    email,
  } = (await answer.json()) as Partial<SignedIn> & { email?: string }
  return email === account.email ? { ...account, uid, refreshToken } : undefined
}

/** `undefined` where a shop has no owners. */
async function makeOwner(url: string): Promise<WrittenPasswordAccount | undefined> {
  const account = { email: 'mary@example.com', password: 'an owner’s password' }
  const command = ['src/cli/main.ts', 'scripts/shop.ts'].find((path) => existsSync(join(checkout, path)))
  if (command === undefined) return undefined
  const options = { cwd: checkout, env: { ...env, PORT: new URL(url).port } }
  const run = promisify(execFile)(process.execPath, [command, 'owner', 'add', account.email], options)
  const link = readActionLink((await run.catch(() => ({ stdout: '' }))).stdout)
  if (link === '') return undefined
  await callIdentity(url, 'resetPassword', {
    oobCode: new URL(link).searchParams.get('oobCode'),
    newPassword: account.password,
  })
  const answer = await callIdentity(url, 'signInWithPassword', { ...account, returnSecureToken: true })
  const { localId: uid, refreshToken } = (await answer.json()) as SignedIn
  return { ...account, uid, refreshToken }
}

/** Saves settings of the shop. `undefined` where a shop has none. */
async function saveSettings(url: string, { email, password }: WrittenPasswordAccount, photoId = ''): Promise<unknown> {
  const idToken = await signInWithPassword(url, email, password)
  const path = '/manage/shop'
  const found = await callApi(url, idToken, { method: 'GET', path })
  if (!found.ok) return undefined
  const body = {
    name: 'Nimali Knits',
    whatsapp: '077 123 4568',
    instagram: '@nimali.knits',
    headline: 'Wool from the hills.',
    about: 'I am Nimali.\nI knit.',
    weeksToMake: 3,
    aboutPhoto: photoId,
    whoMayAdd: 'owners',
  }
  const version = (found.headers.get('ETag') ?? '').replaceAll('"', '')
  const saved = await callApi(url, idToken, { method: 'PUT', path, body, version })
  if (!saved.ok) throw new Error(await saved.text())
  return saved.json()
}

async function manage(url: string, { email, password }: WrittenPasswordAccount, items: readonly ApiItem[]) {
  const idToken = await signInWithPassword(url, email, password)
  const list = { method: 'GET', path: '/manage/items' }
  if (!(await callApi(url, idToken, list)).ok) return Promise.all(items.map(({ id }) => findItem(url, id)))
  const versions = new Map((await listManaged(url, idToken)).map(({ id, version }) => [id, version]))
  const changes = [
    { method: 'PATCH', body: { sold: true } },
    { method: 'PATCH', body: { hidden: true } },
    { method: 'DELETE' },
  ]
  for (const [index, change] of changes.entries()) {
    const id = items[index]?.id ?? ''
    const answer = await callApi(url, idToken, { ...change, path: `/items/${id}`, version: versions.get(id) ?? '' })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return listManaged(url, idToken)
}

function writeFixture(folder: string, facts: WrittenFacts): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of Object.values(databases)) writeFileSync(join(folder, `${file}.sql`), dump(join(dataDir, file)))
  if (facts.photoFiles.length > 0) cpSync(join(dataDir, 'photos'), join(folder, 'photos'), { recursive: true })
  writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`)
}
