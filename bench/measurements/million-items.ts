import { join } from 'node:path'

import type { Item } from '../../src/domain/item.ts'
import { browserRequest, fetchHeaders, openRaw, pageHeaders, type RawConnection } from '../clients/raw-http.ts'
import { signIn } from '../data/add-items.ts'
import { newItemAt } from '../data/items.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { cores, runClient } from '../machine/program.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'
import { milliseconds, type Figure } from '../report/figure.ts'
import { median } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

const manyItems = 1_000_000
const fewItems = 24
const rounds = 15
const timesInRound = 20
const visits = (rounds + 1) * timesInRound

/** The requests, in this order: each depends on the one before it. */
const kinds = {
  add: 'POST /api/items',
  newHome: 'home page, rendered after a change',
  cachedHome: 'home page, cached',
  item: 'an item’s page, not cached',
  list: 'GET /api/items',
}
type Kind = keyof typeof kinds
type Timings = Record<Kind, number[]>

/** Response times of a shop with a million items. Peer: the same shop with 24 items, measured in turn. */
export async function measureMillionItems(): Promise<Figure[]> {
  await using many = await openFilledShop(manyItems)
  await using few = await openFilledShop(fewItems)
  const timings = await requestInTurn(many, few)
  const middle = (of: FilledShop, kind: Kind) => median(timings.get(of)?.[kind] ?? [])
  return Object.entries(kinds).map(([kind, name]) => {
    const ours = middle(many, kind as Kind)
    const peers = middle(few, kind as Kind)
    return {
      what: `with a million items: ${name}`,
      measured: `${milliseconds(ours)} (${(ours / peers).toFixed(2)} of the peer)`,
      peer: `with 24 ${milliseconds(peers)}`,
      target: '≤ 1.2 of the peer or 0.15 ms more',
      isMet: ours <= peers * 1.2 || ours - peers <= 0.15,
    }
  })
}

interface FilledShop extends AsyncDisposable {
  readonly port: number
  readonly idToken: string
  /** The ids of items whose pages have not been requested; added items go to the end. */
  readonly ids: string[]
}

async function openFilledShop(count: number): Promise<FilledShop> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await createTemporaryFolder())
  const dataDir = join(folder.path, 'data')
  const ids = await runClient<string[]>('fill-store.ts', [dataDir, count, visits])
  const shop = resources.use(await startShop({ dataDir, core: cores.measured }))
  const idToken = await signIn(shop.url)
  const owned = resources.move()
  return { port: shop.port, idToken, ids, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/**
 * Measures each kind of request at both shops in turn, so that other load on the machine affects both alike. Times are in
 * milliseconds.
 */
async function requestInTurn(...shops: [FilledShop, FilledShop]): Promise<Map<FilledShop, Timings>> {
  const timings = new Map(shops.map((shop) => [shop, noTimings()]))
  for (let round = 0; round <= rounds; round++) {
    await waitForIdleMachine()
    // The first round is the warm-up.
    if (round === 1) for (const shop of shops) timings.set(shop, noTimings())
    using visitors = new DisposableStack()
    const connections = new Map<FilledShop, RawConnection>()
    for (const shop of shops) connections.set(shop, visitors.use(await openRaw(shop.port)))
    for (let time = 0; time < timesInRound; time++) {
      for (const shop of time % 2 === 0 ? shops : shops.toReversed()) {
        await requestOnce(shop, connections.get(shop) as RawConnection, timings.get(shop) as Timings)
      }
    }
  }
  return timings
}

const noTimings = (): Timings => ({ add: [], newHome: [], cachedHome: [], item: [], list: [] })

async function requestOnce(
  { port, idToken, ids }: FilledShop,
  connection: RawConnection,
  timings: Timings,
): Promise<void> {
  const time = async (kind: Kind, request: string, status = 200) => {
    const sentAt = performance.now()
    const answer = await connection.send(request)
    timings[kind].push(performance.now() - sentAt)
    if (answer.status !== status) throw new Error(`${kinds[kind]} answered ${answer.status}.`)
    return answer
  }
  const json = ['Accept: */*', 'Content-Type: application/json', ...fetchHeaders(port)]
  const asOwner = [...json, `Authorization: Bearer ${idToken}`]
  const home = browserRequest('GET /', port, pageHeaders)
  const body = JSON.stringify(newItemAt(ids.length))
  const added = await time('add', browserRequest('POST /api/items', port, asOwner, body), 201)
  ids.push((JSON.parse(added.body.toString()) as Item).id)
  await time('newHome', home)
  await time('cachedHome', home)
  await time('item', browserRequest(`GET /item/${ids.shift()}`, port, pageHeaders))
  await time('list', browserRequest('GET /api/items', port, json))
}
