import { startAuthEmulator } from '../../packages/identity/conformance/service.ts'
import { startFirestoreEmulator } from '../../scripts/test/firestore-emulator.ts'
import { categoryPath } from '../../src/domain/catalogue/category.ts'
import { homePath, piecesPath } from '../../src/domain/page-paths.ts'
import { startGrpcProxy } from '../../test/cloud/grpc-proxy.ts'
import { addItems, sendItem, signUp } from '../../test/kit/api-client.ts'
import { measurePageRate } from '../clients/wrk.ts'
import { newItemAt, newItems } from '../data/items.ts'
import { memoryBytes } from '../machine/machine.ts'
import { Comparison } from '../report/comparison.ts'
import { megabytes, perSecond, type Figure } from '../report/figures.ts'
import { startShop, type Server } from '../servers/shop.ts'

const visits = 1_000
const count = 60
const homeItems = 24
const rounds = 5
const seconds = 3
const projectId = 'demo-stockinette'

/** A process of a shop in the cloud: the documents that it reads, its speed and its memory. Peer: an embedded shop. */
export async function measureCloud(): Promise<Figure[]> {
  await using emulator = await startFirestoreEmulator()
  await using auth = await startAuthEmulator(projectId)
  await using firestore = await startGrpcProxy(emulator.host)
  const env = {
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth.origin).host,
    FIRESTORE_EMULATOR_HOST: firestore.host,
    SHOP_FIREBASE_API_KEY: 'any',
    SHOP_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    SHOP_FIREBASE_PROJECT_ID: projectId,
  }
  const { idToken } = await signUp(auth.origin)
  const add = async (shop: Server, index: number) => {
    const { status } = await sendItem(shop.url, idToken, newItemAt(index))
    if (status !== 201) throw new Error(`An item was not added: ${status}`)
  }
  {
    await using filler = await startShop({ env })
    for (let index = 0; index < count; index++) await add(filler, index)
  }
  const before = firestore.reads()
  await using cloud = await startShop({ env, isMeasured: true })
  await using embedded = await startShop({ isMeasured: true })
  await addItems(embedded.url, newItems())
  const categories = [...new Set(newItems().map(({ category }) => category))].slice(0, 3)
  const paths = [homePath, piecesPath, ...categories.map(categoryPath)]
  const visitAll = () => Promise.all(paths.map(async (path) => (await fetch(cloud.url + path)).arrayBuffer()))
  for (let visit = 0; visit < visits / 2; visit++) await visitAll()
  await add(cloud, count)
  for (let visit = 0; visit < visits / 2; visit++) await visitAll()
  const reads = firestore.reads() - before
  const needed = homeItems + count + 1

  const compared = await Comparison.run(rounds, [cloud, embedded], 'embedded', async ({ port, pid }) => ({
    rate: await measurePageRate(port, seconds),
    bytes: memoryBytes(pid, 'VmRSS'),
  }))
  return [
    {
      what: `documents read for ${visits.toLocaleString('en')} visits each of /, /pieces and three categories, with ${count} items and one new one, by one process`,
      measured: String(reads),
      peer: `pages that query Firestore themselves ${(paths.length * visits * homeItems + 1).toLocaleString('en')}`,
      target: `${homeItems} + ${count} + 1`,
      isMet: reads === needed,
    },
    compared.ratio('GET / on one core, in the cloud', 'rate', perSecond, { atLeast: 0.95 }),
    compared.value('memory of a process in the cloud, after that', 'bytes', megabytes, { atMost: 250 * 1024 ** 2 }),
  ]
}
