import pLimit from 'p-limit'

import type { Config } from '../config/config.ts'
import { hasOwnChannel } from '../domain/enquiry-channels.ts'
import { linkRules, type LinkFault } from '../domain/link-preview.ts'
import { reachableHost } from '../domain/loopback.ts'
import { homePath, itemPath, shopSettingsPath } from '../domain/page-paths.ts'
import { defaultSettings } from '../domain/shop-settings.ts'
import { describeNetworkError, readUpTo, requestShop, type ShopAddress } from '../link-preview/fetch-shop.ts'
import { RefusedError, type Command } from './command.ts'
import { createProgress } from './progress.ts'
import { readSettings } from './stores/stores.ts'

/** The result for one page. */
export interface Finding {
  readonly url: string
  readonly faults: readonly LinkFault[]
  /** Whether its image is on another server, which may remove it. */
  readonly isRemoteImage: boolean
}

/** How many links are checked at the same time; few, because the shop has visitors. */
const concurrency = 2

/** In cloud mode, checking many pages reaches the rate limit of reads for one address. */
const attempts = 10

/** How many links are checked: the home page and the newest items. */
const maxLinks = 5_001

/** As many items as one request returns, and a limit for the size of its answer. */
const list = { items: 100, bytes: 10_000_000 }

/**
 * Checks every link preview of the shop as WhatsApp would show it, at its public origin, through all proxies, whether enquiries
 * reach the shop, and its mail server.
 */
export const doctor: Command = {
  summary:
    'check the links of the running shop, to its home page and the newest 5,000 pieces, as WhatsApp does, and its mail server',
  async run(config) {
    const settings = await readSettings(config)
    const isUnreachable = config.shop.origin !== undefined && settings !== undefined && !hasOwnChannel(settings)
    const paths = await listPaths(config)
    const findings = await inspectAll(paths, config, settings?.name ?? defaultSettings.name)
    const mail = await checkMail(config)
    if (isUnreachable || !mail.isGood || findings.some(({ faults }) => faults.length > 0)) process.exitCode = 1
    return [...(isUnreachable ? [noChannel] : []), ...mail.lines, report(findings, config)].join('\n')
  },
}

const noChannel = `The shop has no WhatsApp number of its own, and no other number or e-mail address, so nobody can enquire. Enter one at ${shopSettingsPath}.`

/** Loads the mail client only if there is a mail server. */
async function checkMail({ mail: { smtp } }: Config) {
  if (smtp === undefined) return { isGood: true, lines: [] }
  const { findMailFault } = await import('../mail/mailer.ts')
  const fault = await findMailFault(smtp)
  return { isGood: fault === undefined, lines: [fault ?? `The mail server ${smtp.host} can be used.`] }
}

/** The public origin, or without one the port on this machine. */
function toShopAddress({ shop: { origin }, http }: Config): ShopAddress {
  return origin === undefined ? toLocalAddress(http) : { origin }
}

function toLocalAddress({ host, port }: Config['http']): ShopAddress {
  return { origin: `http://localhost:${port}`, listener: { host: reachableHost(host), port } }
}

/**
 * The paths of the home page and of the newest visible items.
 *
 * @throws RefusedError with the reason when the shop does not respond.
 */
async function listPaths(config: Config): Promise<string[]> {
  const paths = [homePath]
  const { origin } = toShopAddress(config)
  try {
    let next: string | undefined = `/api/items?limit=${list.items}`
    while (next !== undefined && paths.length < maxLinks) {
      const page = await readList(new URL(next, origin), config)
      paths.push(...page.items.map(({ id }) => itemPath(id)))
      next = page.next
    }
    return paths.slice(0, maxLinks)
  } catch (error) {
    throw error instanceof RefusedError ? error : await toUnreachableError(origin, config, error)
  }
}

/** The part of the API's answer that is used. */
interface ItemList {
  readonly items: readonly { readonly id: string }[]
  readonly next?: string
}

async function readList(url: URL, config: Config): Promise<ItemList> {
  const response = await requestShop(url, toShopAddress(config), linkRules.timeoutMs)
  const { statusCode } = response.body
  const text = (await readUpTo(response, list.bytes)).toString()
  if (statusCode !== 200) throw new RefusedError(`${url.href} answers ${statusCode}: there is no list of pieces.`)
  return JSON.parse(text) as ItemList
}

async function toUnreachableError(origin: string, config: Config, error: unknown): Promise<RefusedError> {
  const why = describeNetworkError(error)
  const isPublic = config.shop.origin !== undefined
  if (isPublic && (await isRunningHere(config))) {
    return new RefusedError(
      `The shop runs on this machine, but cannot be reached at ${origin} (${why}). ` +
        'Check its domain name, its certificate and the proxy in front of it.',
      { cause: error },
    )
  }
  const setting = isPublic ? 'SHOP_ORIGIN' : 'PORT'
  const help = `Start it, or correct ${setting}.`
  return new RefusedError(`No shop answers at ${origin} (${why}). ${help}`, { cause: error })
}

async function isRunningHere({ http }: Config): Promise<boolean> {
  const shop = toLocalAddress(http)
  try {
    const health = await requestShop(new URL('/healthz', shop.origin), shop, 2_000)
    await readUpTo(health, 1_000)
    return true
  } catch {
    return false // No response: it does not run here.
  }
}

/** The results, in the order of `paths`. */
async function inspectAll(paths: readonly string[], config: Config, brand: string): Promise<Finding[]> {
  const { inspectLink } = await import('../link-preview/inspect-link.ts')
  const shop = toShopAddress(config)
  const progress = createProgress(paths.length, process.stderr)
  return pLimit(concurrency).map(paths, async (path): Promise<Finding> => {
    const { bubble, faults } = await inspectLink(path, { shop, brand, attempts })
    progress.step('checked')
    const isRemoteImage = bubble.imageUrl !== null && new URL(bubble.imageUrl).origin !== shop.origin
    return { url: shop.origin + path, faults, isRemoteImage }
  })
}

export function report(findings: readonly Finding[], { shop }: Config): string {
  const faulty = findings.filter(({ faults }) => faults.length > 0)
  const elsewhere = findings.filter(({ isRemoteImage }) => isRemoteImage)
  const lines = [
    ...faulty.flatMap(({ url, faults }) => faults.map(({ message }) => `${url}  ${message}`)),
    ...elsewhere.map(({ url }) => `${url}  Note: its picture is on another website, and the shop has no copy.`),
    `Checked ${findings.length} ${findings.length === 1 ? 'link' : 'links'}: ${faulty.length} ${faulty.length === 1 ? 'needs' : 'need'} fixing.`,
  ]
  if (findings.length >= maxLinks) lines.push('There are more pieces: only the newest were checked.')
  if (shop.origin === undefined) lines.push('Without SHOP_ORIGIN, these links only work on this machine.')
  return lines.join('\n')
}
