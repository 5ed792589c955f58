import type { Config } from '../config/config.ts'
import { linkRules } from '../domain/link-preview.ts'
import type { LinkFault } from '../domain/link-preview.ts'
import { describeNetworkError, readUpTo, requestShop } from '../link-preview/fetch-shop.ts'
import type { ShopAddress } from '../link-preview/fetch-shop.ts'
import { reachableHost } from '../web/reachable-host.ts'
import type { Command } from './command.ts'
import { RefusedError } from './connect.ts'
import { createProgress } from './progress.ts'

/** What was found of one page. */
export interface Finding {
  readonly url: string
  readonly faults: readonly LinkFault[]
  /** Its picture is elsewhere on the web, and there for as long as somebody else wants it to be. */
  readonly isElsewhere: boolean
}

/** Links that are looked at at the same time: the shop has visitors meanwhile. */
const atOnce = 2

/** In the cloud, looking at many pages uses up the reads that one address may cause for a while. */
const attempts = 10

/** What the shop's sitemap has at most: its home page and the newest pieces. */
const sitemap = { pages: 5_001, bytes: 5_000_000 }

/** How every link of the shop looks in WhatsApp: asked for at its public address, through everything that stands before it. */
export const doctor: Command = {
  usage: '',
  summary: 'look at the links of the running shop, of its home page and of every piece, as WhatsApp does',
  options: {},
  arity: 0,
  async run(config) {
    const paths = await listPaths(config)
    const findings = await inspectAll(paths, config)
    if (findings.some(({ faults }) => faults.length > 0)) process.exitCode = 1
    return report(findings, config)
  },
}

/** Without a public address, where the shop listens on this machine. */
function toShopAddress({ shop: { origin }, http }: Config): ShopAddress {
  if (origin !== undefined) return { origin }
  return { origin: `http://localhost:${http.port}`, listener: listenerOf(http) }
}

function listenerOf({ host, port }: Config['http']): { host: string; port: number } {
  return { host: reachableHost(host), port }
}

/**
 * The paths of the home page and, by the sitemap, of the pieces that visitors see.
 *
 * @throws RefusedError when the shop does not answer, with why.
 */
async function listPaths(config: Config): Promise<string[]> {
  const shop = toShopAddress(config)
  const url = new URL('/sitemap.xml', shop.origin)
  try {
    const asked = await requestShop(url, shop, linkRules.timeoutMs)
    const { statusCode } = asked.body
    const text = (await readUpTo(asked, sitemap.bytes)).toString()
    if (statusCode !== 200) throw new RefusedError(`${url.href} answers ${statusCode}: there is no list of pieces.`)
    const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)]
    return [...new Set(['/', ...pages.map(([, address = '']) => new URL(address).pathname)])]
  } catch (error) {
    throw error instanceof RefusedError ? error : await notReached(shop.origin, config, error)
  }
}

async function notReached(origin: string, config: Config, error: unknown): Promise<RefusedError> {
  const why = describeNetworkError(error)
  const isPublic = config.shop.origin !== undefined
  if (isPublic && (await isRunningHere(config))) {
    return new RefusedError(
      `The shop runs on this machine, but cannot be reached at ${origin} (${why}). ` +
        'Look at its domain name, its certificate and what stands before it.',
      { cause: error },
    )
  }
  const setting = isPublic ? 'SHOP_ORIGIN' : 'PORT'
  const help = `Start it, or set ${setting} to where the one is that you mean.`
  return new RefusedError(`No shop answers at ${origin} (${why}). ${help}`, { cause: error })
}

async function isRunningHere({ http }: Config): Promise<boolean> {
  const origin = `http://localhost:${http.port}`
  try {
    const health = await requestShop(new URL('/healthz', origin), { origin, listener: listenerOf(http) }, 2_000)
    await readUpTo(health, 1_000)
    return true
  } catch {
    return false // That is the answer.
  }
}

/** What was found, in the order of `paths`. */
async function inspectAll(paths: readonly string[], config: Config): Promise<Finding[]> {
  const { inspectLink } = await import('../link-preview/inspect-link.ts')
  const shop = toShopAddress(config)
  const progress = createProgress(paths.length, process.stderr)
  const findings: Finding[] = []
  const waiting = paths.entries()
  const work = async () => {
    for (const [index, path] of waiting) {
      const { bubble, faults } = await inspectLink(path, { shop, brand: config.shop.name, attempts })
      const isElsewhere = bubble.imageUrl !== null && new URL(bubble.imageUrl).origin !== shop.origin
      findings[index] = { url: shop.origin + path, faults, isElsewhere }
      progress.step('looked at')
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    progress.end()
  }
  return findings
}

export function report(findings: readonly Finding[], { shop }: Config): string {
  const faulty = findings.filter(({ faults }) => faults.length > 0)
  const elsewhere = findings.filter(({ isElsewhere }) => isElsewhere)
  const lines = [
    ...faulty.flatMap(({ url, faults }) => faults.map(({ message }) => `${url}  ${message}`)),
    ...elsewhere.map(({ url }) => `${url}  Note: its picture is elsewhere on the web, and the shop has no copy of it.`),
    `Links that were looked at: ${findings.length}. Not as they should be: ${faulty.length}.`,
  ]
  if (findings.length >= sitemap.pages) lines.push('There are more pieces: only the newest were looked at.')
  if (shop.origin === undefined) lines.push('Without SHOP_ORIGIN nobody but this machine can open these links.')
  return lines.join('\n')
}
