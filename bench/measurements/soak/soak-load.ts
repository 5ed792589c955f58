import { once } from 'node:events'
import { Agent, request, type ClientRequest } from 'node:http'

import { MixedLoad, type WriteKind } from '../../../test/kit/load/mixed-load.ts'
import { pick } from '../../../test/kit/load/random.ts'
import { acknowledgedOf, type Writer } from '../../../test/kit/load/writer.ts'
import { filesOf } from '../../../test/kit/photos/photos.ts'
import { Visitor } from '../../clients/visitor.ts'
import { newItemAt } from '../../data/items.ts'
import type { Server } from '../../servers/shop.ts'
import { pace } from './pace.ts'
import type { Series } from './series.ts'

/** What is measured. */
export interface SoakTimes {
  readonly home: Series
  readonly peerHome: Series
  readonly itemWrites: Series
  readonly peerWrites: Series
  /** Numbers of requests. */
  answered: number
  failures: number
}

export interface SoakServers {
  readonly shop: Server
  readonly peerHome: Server
  readonly peerAdding: Server
}

/** Changes of items, by weight. Few are new, so that the catalogue stays about as long as it is. */
const itemWrites = { edit: 60, sell: 20, remove: 10, restore: 10, add: 2 }

/** Requests a second, about 45 in all. */
const perSecond = {
  home: 15,
  itemPage: 8,
  photo: 4,
  api: 2,
  manage: 0.05,
  liveList: 1,
  itemWrite: 4,
  signUp: 0.5,
  signUpWithPassword: 0.05,
  refresh: 1,
  upload: 0.1,
  import: 1 / 120,
}

const liveLists = 50
/** Visitors look at new items mostly. */
const visitedItems = 400

/** Visits and writes at a fixed rate until the signal is aborted. */
export async function runSoakLoad(
  { shop, peerHome, peerAdding }: SoakServers,
  writer: Writer,
  times: SoakTimes,
  signal: AbortSignal,
): Promise<void> {
  const load = new MixedLoad(writer, { photoSize: 1_000, itemsPerImport: 5 })
  using visitors = new Visitors(shop.port)
  using clients = new DisposableStack()
  const shopHome = clients.use(new Visitor(shop.port))
  const peerVisitor = clients.use(new Visitor(peerHome.port))
  let round = 0

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      times.answered++
    } catch (error) {
      times.failures++
      process.stderr.write(`${new Date().toISOString()} ${String(error)}\n`)
    }
  }
  const at = (rate: number, work: () => Promise<unknown>) => pace(rate, signal, () => attempt(work))
  const inTurn = async (...works: (() => Promise<void>)[]) => {
    for (const work of round++ % 2 === 0 ? works : works.toReversed()) await work()
  }
  const read = (rate: number, target: () => string) => {
    const client = clients.use(new Visitor(shop.port))
    return at(rate, async () => {
      const chosen = target()
      expectStatus(chosen, await client.open(chosen))
    })
  }
  const send = (kind: WriteKind) => () => load.send(kind)

  await Promise.all([
    at(perSecond.home, () =>
      inTurn(
        async () => times.home.add(expectStatus('/', await shopHome.open('/'))),
        async () => times.peerHome.add((await peerVisitor.open('/')).ms),
      ),
    ),
    at(perSecond.itemWrite, () =>
      inTurn(
        async () => times.itemWrites.add(await timeOf(send(load.choose(itemWrites)))),
        async () => times.peerWrites.add(await timeOf(() => addToPeer(peerAdding.url))),
      ),
    ),
    read(perSecond.itemPage, () => `/item/${visibleItem(writer)}`),
    read(perSecond.photo, () => photoFile(writer)),
    read(perSecond.api, () => (Math.random() < 0.5 ? '/api/items' : `/api/items/${visibleItem(writer)}`)),
    at(perSecond.manage, () => listAsOwner(shop.url, writer)),
    at(perSecond.liveList, () => visitors.replaceOne()),
    at(perSecond.signUp, send('sign up')),
    at(perSecond.signUpWithPassword, send('sign up with a password')),
    at(perSecond.refresh, send('refresh')),
    at(perSecond.upload, send('photo')),
    at(perSecond.import, send('import')),
  ])
}

/** Open live lists, as pages have them. */
class Visitors implements Disposable {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: false })
  readonly #open: ClientRequest[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** Opens a live list. Closes the oldest one if there are enough. */
  async replaceOne(): Promise<void> {
    do await this.#openOne()
    while (this.#open.length < liveLists)
    if (this.#open.length > liveLists) this.#open.shift()?.destroy()
  }

  async #openOne(): Promise<void> {
    const opened = request({ port: this.#port, host: '127.0.0.1', path: '/api/items/live', agent: this.#agent })
    opened.on('error', () => undefined).end()
    const [answer] = await once(opened, 'response')
    if (answer.statusCode !== 200) throw new Error(`The live list answered ${answer.statusCode}.`)
    answer.on('error', () => undefined).resume()
    this.#open.push(opened)
  }

  [Symbol.dispose](): void {
    for (const opened of this.#open) opened.destroy()
    this.#agent.destroy()
  }
}

function expectStatus(target: string, { status, ms }: { readonly status: number; readonly ms: number }): number {
  // An item may have been removed since it was chosen.
  if (status !== 200 && !(status === 404 && target.includes('item'))) throw new Error(`GET ${target}: ${status}`)
  return ms
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function addToPeer(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(newItemAt(0)) })
  await answer.arrayBuffer()
}

async function listAsOwner(url: string, { owners: [owner] }: Writer): Promise<void> {
  if (owner === undefined) throw new Error('There is no owner.')
  const headers = { Authorization: `Bearer ${acknowledgedOf(owner).idToken}` }
  const answer = await fetch(`${url}/api/manage/items`, { headers })
  if (!answer.ok) throw new Error(`GET /api/manage/items: ${answer.status}`)
  await answer.arrayBuffer()
}

function visibleItem({ items }: Writer): string {
  const added = items.slice(-visitedItems).filter(({ acknowledged }) => acknowledged?.removedAt === null)
  return pick(added)?.acknowledged?.id ?? ''
}

function photoFile({ photos }: Writer): string {
  const photo = pick(photos)?.acknowledged
  return (photo && pick(filesOf(photo))) ?? '/healthz'
}
