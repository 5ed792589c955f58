import { checkBodyRequest } from '../../test/fuzz/body-checks.ts'
import { bodyRequests } from '../../test/fuzz/body-requests.ts'
import { fillShop, fuzzedShopEnv, type FilledShop } from '../../test/fuzz/fill-shop.ts'
import { FuzzAccounts } from '../../test/fuzz/fuzz-accounts.ts'
import { fuzzCases, fuzzSeed } from '../../test/fuzz/fuzz-settings.ts'
import { PageChecks } from '../../test/fuzz/page-checks.ts'
import { RawClient, type TimedRequest } from '../../test/fuzz/raw-client.ts'
import { targetRequests } from '../../test/fuzz/request-targets.ts'
import { runCases } from '../../test/fuzz/run-cases.ts'
import { allPaths } from '../../test/fuzz/shop-paths.ts'
import { runCommand } from '../../test/kit/shop/shop-process.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { milliseconds, type Figure } from '../report/figure.ts'
import { quantile } from '../report/statistics.ts'
import { minReportedMs, type EventLoopReport } from '../servers/event-loop-watch.ts'
import { startWatchedShop, type WatchedShop } from '../servers/watched-shop.ts'

const cases = fuzzCases(100_000)
const concurrency = 4
const bounds = { answerMs: 500, eventLoopMs: 50 }
/** Requests that took longer may be repeated. */
const retryFromMs = 25
/** A case that is slow by itself is slow each time; one that hit a pause of the machine is not. */
const repeats = 3

interface FuzzRun {
  readonly seed: number
  readonly tookMs: readonly number[]
  readonly statuses: ReadonlyMap<number, number>
  readonly slow: readonly TimedRequest[]
  readonly eventLoop: EventLoopReport
}

type RunCases = (observe: (request: TimedRequest) => void, seed: number) => Promise<void>

/**
 * Sends random request targets and random bodies to the built shop, and checks each response and its time. `FUZZ_SEED`
 * repeats the cases of a run; a case that breaks a rule ends the run with a message that identifies it.
 */
export async function measureFuzz(): Promise<Figure[]> {
  return [...(await measureKind('targets', createTargetRun)), ...(await measureKind('bodies', createBodyRun))]
}

function createTargetRun(shop: WatchedShop, filled: FilledShop): RunCases {
  return async (observe, seed) => {
    using client = new RawClient(shop.port)
    const pages = await PageChecks.record(client, filled)
    await runCases(
      { port: shop.port, seed, cases, concurrency, observe },
      targetRequests(allPaths(filled)),
      (one, by) => pages.check(one, by),
    )
  }
}

function createBodyRun(shop: WatchedShop, filled: FilledShop): RunCases {
  const accounts = new FuzzAccounts(shop.url, filled)
  return (observe, seed) =>
    runCases({ port: shop.port, seed, cases, concurrency, observe }, bodyRequests, (one, by) =>
      checkBodyRequest(one, by, accounts),
    )
}

async function measureKind(name: string, kind: (shop: WatchedShop, filled: FilledShop) => RunCases): Promise<Figure[]> {
  await using shop = await startWatchedShop(fuzzedShopEnv)
  const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: shop.dataDir, ...fuzzedShopEnv }, ...args)
  const filled = await fillShop(shop.url, { identityUrl: shop.url, command })
  await waitForIdleMachine()
  const run = await runAll(name, shop, kind(shop, filled))
  const { delays } = run.eventLoop
  const held = delays.filter(({ ownMs }) => ownMs > bounds.eventLoopMs)
  const suspects = run.slow.filter(
    (request) =>
      request.tookMs > bounds.answerMs ||
      held.some(({ from, to }) => request.at < to && request.at + request.tookMs > from),
  )
  return toFigures(name, run, await repeatAlone(shop, suspects))
}

async function runAll(name: string, shop: WatchedShop, kind: RunCases): Promise<FuzzRun> {
  const seed = fuzzSeed(Math.floor(Math.random() * 2 ** 31))
  process.stderr.write(`${name}: ${cases} cases, FUZZ_SEED=${seed}\n`)
  const tookMs: number[] = []
  const statuses = new Map<number, number>()
  const slow: TimedRequest[] = []
  const observe = (request: TimedRequest) => {
    tookMs.push(request.tookMs)
    statuses.set(request.status, (statuses.get(request.status) ?? 0) + 1)
    if (request.tookMs > retryFromMs) slow.push(request)
  }
  await shop.readEventLoop()
  await kind(observe, seed)
  return { seed, tookMs, statuses, slow, eventLoop: await shop.readEventLoop() }
}

/** Repeats slow requests one by one, each a few times, and takes the best time of each. */
async function repeatAlone(shop: WatchedShop, suspects: readonly TimedRequest[]) {
  let [answerMs, eventLoopMs] = [0, 0]
  for (const { request } of suspects) {
    const answers: number[] = []
    const delays: number[] = []
    for (let time = 0; time < repeats; time++) {
      await shop.readEventLoop()
      using client = new RawClient(shop.port, ({ tookMs }) => answers.push(tookMs))
      await client.send(request)
      delays.push(ownMaxMs(await shop.readEventLoop()))
    }
    const best = { answerMs: Math.min(...answers), eventLoopMs: Math.min(...delays) }
    if (best.answerMs > bounds.answerMs || best.eventLoopMs > bounds.eventLoopMs) describe(request, best)
    answerMs = Math.max(answerMs, best.answerMs)
    eventLoopMs = Math.max(eventLoopMs, best.eventLoopMs)
  }
  return { count: suspects.length, answerMs, eventLoopMs }
}

/** The longest delay that the shop itself caused; 0 if none was long enough to be listed. */
function ownMaxMs({ delays }: EventLoopReport): number {
  return Math.max(0, ...delays.map(({ ownMs }) => ownMs))
}

function describe(
  { method, target, body }: TimedRequest['request'],
  best: { answerMs: number; eventLoopMs: number },
): void {
  const start = body?.toString('utf8', 0, 200) ?? ''
  process.stderr.write(`slow: ${method} ${target} ${start} ${JSON.stringify(best)}\n`)
}

function toFigures(name: string, run: FuzzRun, again: Awaited<ReturnType<typeof repeatAlone>>): Figure[] {
  const { tookMs, statuses, eventLoop, seed } = run
  const slowest = quantile(tookMs, 1)
  const ownMs = ownMaxMs(eventLoop)
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const alone = (text: string) => (again.count === 0 ? '' : `${again.count} repeated alone: ${text}`)
  const delay = (ms: number) => (ms === 0 ? `< ${milliseconds(minReportedMs)}` : milliseconds(ms))
  return [
    {
      what: `any ${name}: ${cases.toLocaleString('en')} cases, seed ${seed}`,
      measured: counts.join(', '),
      target: 'no rule broken',
      isMet: true,
    },
    {
      what: '… response times: p50, p99.9, slowest',
      measured: [quantile(tookMs, 0.5), quantile(tookMs, 0.999), slowest].map(milliseconds).join(', '),
      peer: alone(milliseconds(again.answerMs)),
      target: `≤ ${milliseconds(bounds.answerMs)}`,
      isMet: slowest <= bounds.answerMs || again.answerMs <= bounds.answerMs,
    },
    {
      what: '… event-loop delay: p99.9, longest; longest without waiting for a core',
      measured: `${milliseconds(eventLoop.p999Ms)}, ${milliseconds(eventLoop.maxMs)}; ${delay(ownMs)}`,
      peer: alone(delay(again.eventLoopMs)),
      target: `≤ ${milliseconds(bounds.eventLoopMs)}`,
      isMet: ownMs <= bounds.eventLoopMs || again.eventLoopMs <= bounds.eventLoopMs,
    },
  ]
}
