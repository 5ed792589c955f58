import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import { writeExportFile } from '../../src/catalogue/transfer/export-file.ts'
import { transferItem } from '../../src/catalogue/transfer/transfer.contract.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'
import { endOf, startCommand } from '../kit/command.ts'
import { followLiveList, nextEvent } from '../kit/http/live-events.ts'
import { runCommand, startShop } from '../kit/shop/shop-process.ts'
import { connectToEmulator, newProjectId } from './firestore-emulator.ts'
import type { GrpcProxy } from './grpc-proxy.ts'

const projectId = newProjectId()
const noon = new Date(Date.UTC(2026, 0, 31, 12))

let emulator: GrpcProxy
let folder: string
let cloud: Record<string, string>

before(async () => {
  emulator = await connectToEmulator()
  folder = await mkdtemp(join(tmpdir(), 'stockinette-test-'))
  cloud = {
    SHOP_FIREBASE_PROJECT_ID: projectId,
    SHOP_FIREBASE_API_KEY: 'any',
    SHOP_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    FIRESTORE_EMULATOR_HOST: emulator.host,
  }
})
after(async () => {
  await emulator[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const inFolder = (name: string) => ({ SHOP_DATA_DIR: join(folder, name) })

/** Writes a file of 600 items, more than a page. A third of them have the same createdAt and ids in the opposite order. */
async function writeItems(file: string): Promise<void> {
  const items = Array.from({ length: 600 }, (_, index) =>
    transferItem(index, index < 200 ? { id: transferItem(900 - index).id, createdAt: noon, title: 'ගෙතූ 🧶' } : {}),
  )
  await writeFile(file, writeExportFile(pagesOf(items)))
}

async function* pagesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  yield items
}

describe('transfer between a data folder and the cloud', () => {
  test('exports of both are the same file, and a running cloud shop shows imported items at once', async (t) => {
    const [newItems, fromFolder, fromCloud, again] = ['a', 'b', 'c', 'd'].map((name) => join(folder, name))
    assert.ok(newItems && fromFolder && fromCloud && again)
    await writeItems(newItems)
    await runCommand(inFolder('old'), 'import', newItems)
    await runCommand(inFolder('old'), 'export', fromFolder)

    const running = await startShop({ env: cloud })
    t.after(() => running.stop())
    const events = followLiveList(running.url)
    await nextEvent(events)
    const first = await runCommand(cloud, 'import', fromFolder)
    assert.equal(first, `Pieces added to the Firebase project ${projectId}: 600; already there: 0.\n`)
    await nextEvent(events)
    await events.return()
    assert.match(await (await fetch(running.url)).text(), /Piece 599[^]*Piece 598/)

    const second = await runCommand(cloud, 'import', fromFolder)
    assert.match(second, /: 0; already there: 600\.\n$/)
    const exported = await runCommand(cloud, 'export', fromCloud)
    assert.equal(exported, `Pieces exported from the Firebase project ${projectId} to ${fromCloud}: 600.\n`)
    await runCommand(inFolder('new'), 'import', fromCloud)
    await runCommand(inFolder('new'), 'export', again)
    const bytes = await readFile(newItems, 'utf8')
    for (const file of [fromFolder, fromCloud, again]) assert.equal(await readFile(file, 'utf8'), bytes)
  })

  test('export skips and names documents that are not items', async () => {
    const other = { ...cloud, SHOP_FIREBASE_PROJECT_ID: newProjectId() }
    const { firestore } = await openFirestore(other.SHOP_FIREBASE_PROJECT_ID, emulator.host)
    await firestore.doc('items/no.id').set({ title: 'A', imageUrl: 'https://example.com/a.jpg', createdAt: noon })
    const { stdout, stderr } = await endOf(startCommand(other, 'export', join(folder, 'none')))
    assert.match(stdout, /: 0\.\n$/)
    assert.match(stderr, /"document":"items\/no\.id"/)
  })
})
