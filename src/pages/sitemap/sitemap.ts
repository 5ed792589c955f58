import type { CatalogueSearch } from '../../catalogue/search/catalogue-search.ts'
import { cataloguePath, wholeCatalogue } from '../../domain/catalogue/catalogue-query.ts'
import { hasCategoryPage } from '../../domain/catalogue/category.ts'
import { homePath, itemPath, piecesPath } from '../../domain/page-paths.ts'
import { CompressedFile } from './compressed-file.ts'
import { SliceReader } from './slice-reader.ts'

interface SitemapOptions {
  readonly search: Pick<CatalogueSearch, 'overview' | 'listPublic'>
  /** Of the shop, without a trailing slash. */
  readonly origin: string
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number
  readonly limits?: Partial<SitemapLimits>
}

interface SitemapLimits {
  /** URLs in a file: 50,000 in the protocol. */
  readonly urls: number
  /** Files with URLs. Each takes about 1 MB of memory. */
  readonly files: number
}

/** Files by their path. */
export type SitemapFiles = ReadonlyMap<string, CompressedFile>

export const sitemapPath = '/sitemap.xml'

const defaultLimits: SitemapLimits = { urls: 50_000, files: 20 }

/** How old a sitemap may be: search engines read it once a day. */
const maxAgeMs = 600_000

/** How many URLs are written before other work has a turn. */
const sliceSize = 500

/**
 * Returns the files of the sitemap (sitemaps.org, protocol 0.9): the home page, all pieces, the categories, then the items,
 * newest first. One file, or an index and its parts. Built again when asked for after ten minutes, once for all requests.
 * An item that was hidden meanwhile is still in it: its page is 404.
 */
export function createSitemap(options: SitemapOptions): () => Promise<SitemapFiles> {
  const { now = () => performance.now() } = options
  let last: { readonly files: Promise<SitemapFiles>; readonly builtAt: () => number } | undefined
  return () => {
    if (last !== undefined && now() - last.builtAt() < maxAgeMs) return last.files
    let builtAt = Infinity // Others wait for it, however long it takes.
    const files = build(options)
    const attempt = { files, builtAt: () => builtAt }
    files.then(
      () => (builtAt = now()),
      () => {
        if (last === attempt) last = undefined
      },
    )
    last = attempt
    return files
  }
}

async function build({ search, origin, limits = {} }: SitemapOptions): Promise<SitemapFiles> {
  const { urls, files: maxFiles } = { ...defaultLimits, ...limits }
  const entries = new SliceReader(entriesOf(search, origin))
  const parts: CompressedFile[] = []
  do parts.push(await CompressedFile.of(urlset(entries, urls)))
  while (parts.length < maxFiles && (await entries.hasMore()))
  await entries.close()
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return new Map([[sitemapPath, only]])
  const paths = parts.map((_, index) => `/sitemap-${index + 1}.xml`)
  const index = await CompressedFile.of([sitemapIndex(paths.map((path) => origin + path))])
  return new Map([[sitemapPath, index], ...parts.map((part, at) => [paths[at] ?? '', part] as const)])
}

/** The XML of every URL, in slices. */
async function* entriesOf(search: SitemapOptions['search'], origin: string): AsyncGenerator<readonly string[]> {
  const { categories } = await search.overview()
  const times = categories.map(({ changedAt }) => changedAt.getTime())
  const changedAt = times.length === 0 ? undefined : new Date(times.reduce((a, b) => Math.max(a, b)))
  yield [homePath, piecesPath].map((path) => entry(origin + path, changedAt))
  for (let from = 0; from < categories.length; from += sliceSize) {
    const withPage = categories.slice(from, from + sliceSize).filter(({ name }) => hasCategoryPage(name))
    yield withPage.map((category) => {
      const path = cataloguePath({ ...wholeCatalogue, category: category.name })
      return entry(origin + path, category.changedAt)
    })
  }
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<CatalogueSearch['listPublic']>> = await search.listPublic(after, sliceSize)
    yield page.items.map((item) => entry(origin + itemPath(item.id), item.changedAt))
    after = page.next
  } while (after !== null)
}

const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

async function* urlset(entries: SliceReader<string>, max: number): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${space}">`
  for (let left = max; left > 0 && (await entries.hasMore());) {
    const slice = entries.take(left)
    left -= slice.length
    yield slice.join('')
  }
  yield '</urlset>\n'
}

function sitemapIndex(urls: readonly string[]): string {
  const sitemaps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return `${declaration}<sitemapindex xmlns="${space}">${sitemaps.join('')}</sitemapindex>\n`
}

function entry(url: string, changedAt: Date | undefined): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeXml(url)}</loc>${lastmod}</url>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&'"<>]/g, (character) => entities[character] ?? '')
}
