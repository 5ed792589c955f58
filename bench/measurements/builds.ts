import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import type { Browser } from '@playwright/test'

import { signUp } from '../../test/kit/api-client.ts'
import { root } from '../../test/kit/shop/shop-process.ts'
import { startBrowser } from '../browser/browser.ts'
import { openNewestItem, visitPage } from '../browser/slow-phone.ts'
import { measurePageRate, post } from '../clients/wrk.ts'
import { importCatalogue } from '../data/catalogue.ts'
import { alternate } from '../report/comparison.ts'
import { formatRows, median } from '../report/figures.ts'
import { startShop, type Server } from '../servers/shop.ts'
import { addingAnItem, signingUp } from './posting.ts'

const seconds = 2
/** Items are added among this many. */
const catalogueSize = 100_000

/** What is measured of a build, by its heading. */
type Run = Readonly<Record<string, number>>

/**
 * Compares this build with another one that has its `node_modules`, in alternating rounds: old, new, and old again, which
 * shows how far two runs of one build differ.
 *
 * @param against the folder of the other build.
 * @returns a table of each figure, with the values and the ratios of each round.
 */
export async function compareBuilds(against: string, rounds: number): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'builds-'))).path
  const oldData = join(folder, 'old')
  const newData = join(folder, 'new')
  const oldScript = join(resolve(against), 'scripts/start.ts')
  const newScript = join(root, 'scripts/start.ts')
  if (oldScript === newScript || !existsSync(oldScript)) throw new Error('compare needs --against OTHER_CHECKOUT.')
  await fillShop(oldScript, oldData)
  await fillShop(newScript, newData)
  await cp(oldData, `${oldData}-again`, { recursive: true })
  const old = resources.use(await startBuild(oldScript, oldData, folder))
  const current = resources.use(await startBuild(newScript, newData, folder))
  const again = resources.use(await startBuild(oldScript, `${oldData}-again`, folder))
  const browser = resources.use(await startBrowser())
  const builds = [old, current, again]
  for (const build of builds) await measureBuild(build, browser)
  const runs = await alternate(rounds, builds, (build) => measureBuild(build, browser))
  const [ofOld = [], ofNew = [], ofAgain = []] = runs
  return Object.keys(ofOld[0] ?? {})
    .map((heading) => {
      const valuesOf = (all: readonly Run[]) => all.map((run) => run[heading] ?? Number.NaN)
      return compareFigure(heading, valuesOf(ofOld), valuesOf(ofNew), valuesOf(ofAgain))
    })
    .join('\n\n')
}

/** A build as two shops: one whose pages are read, with the demo's items, and a large one, without rate limits, to add to. */
interface Build extends AsyncDisposable {
  readonly read: Server
  readonly written: Server
  readonly idToken: string
}

/** Makes a data folder with the demo's items and photos, as this build stores them. */
async function fillShop(script: string, dataDir: string): Promise<void> {
  await using shop = await startShop({ script, dataDir })
  await promisify(execFile)(process.execPath, [join(root, 'scripts/demo/demo.ts')], {
    env: { PATH: process.env['PATH'], PORT: String(shop.port) },
  })
}

async function startBuild(script: string, dataDir: string, folder: string): Promise<Build> {
  await using resources = new AsyncDisposableStack()
  const read = resources.use(await startShop({ script, dataDir, isPublic: true, isMeasured: true }))
  const large = await mkdtemp(join(folder, 'large-'))
  await importCatalogue(large, catalogueSize, join(dirname(script), '..'))
  const written = resources.use(await startShop({ script, dataDir: large, isMeasured: true }))
  const { idToken } = await signUp(written.url)
  const owned = resources.move()
  return { read, written, idToken, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function measureBuild({ read, written, idToken }: Build, browser: Browser): Promise<Run> {
  const home = await measurePageRate(read.port, seconds)
  const items = await post(addingAnItem(written.url, idToken), seconds)
  const signUps = await post(signingUp(written.url), seconds)
  const visit = await visitPage(browser, read.port)
  const opened = await openNewestItem(browser, read.port)
  return {
    'GET /, a second': home,
    [`POST /api/items among ${catalogueSize.toLocaleString('en')} items, a second`]: items.perSecond,
    'POST /api/items, p99 in ms': items.p99,
    'anonymous sign-ups, a second': signUps.perSecond,
    'anonymous sign-ups, p99 in ms': signUps.p99,
    'first visit on a slow phone, main thread in ms': visit.mainThreadMs,
    'first visit on a slow phone, first contentful paint in ms': visit.firstPaintMs,
    'first visit on a slow phone, largest contentful paint in ms': visit.largestPaintMs,
    'from a tap on a card to its picture on a slow phone, in ms': opened.pictureMs,
    '… and back from the back/forward cache, in ms': opened.backMs,
  }
}

function compareFigure(heading: string, old: number[], current: number[], again: number[]): string {
  const ratios = (values: readonly number[]) => values.map((value, round) => value / (old[round] ?? Number.NaN))
  const columns = { old, new: current, 'old again': again, 'new/old': ratios(current), 'old/old': ratios(again) }
  const write = (name: string, value: number) => (name.includes('/') ? value.toFixed(3) : toText(value))
  const row = (title: string, pick: (values: readonly number[]) => number) => [
    title,
    ...Object.entries(columns).map(([name, values]) => write(name, pick(values))),
  ]
  return formatRows([
    [heading, ...Object.keys(columns)],
    ...old.map((_, round) => row(`round ${round + 1}`, (values) => values[round] ?? Number.NaN)),
    row('median', median),
  ])
}

function toText(value: number): string {
  return value < 1_000 ? value.toFixed(1) : Math.round(value).toLocaleString('en')
}
