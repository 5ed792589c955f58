import { LRUCache } from 'lru-cache'

import type { CatalogueSearch } from '../../catalogue/search/catalogue-search.ts'
import { cataloguePath, wholeCatalogue } from '../../domain/catalogue/catalogue-query.ts'
import { hasCategoryPage } from '../../domain/catalogue/category.ts'
import { type ShopLanguages, alternatesOf, localPath } from '../../domain/language.ts'
import { homePath, itemPath, piecesPath } from '../../domain/page-paths.ts'
import { compressText, type CompressedFile } from './compressed-file.ts'
import { SliceReader } from './slice-reader.ts'

interface SitemapOptions {
  readonly search: Pick<CatalogueSearch, 'overview' | 'listPublic'>
  /** Of the shop, without a trailing slash. */
  readonly origin: string
  /** Of the shop now. */
  readonly languages: () => ShopLanguages
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
 * newest first; each in every language, with its alternates. One file, or an index and its parts. Built again when asked for
 * after ten minutes, once for all requests. An item that was hidden meanwhile is still in it: its page is 404.
 */
export function createSitemap({ languages, ...options }: SitemapOptions): () => Promise<SitemapFiles> {
  const sitemaps = new LRUCache<string, SitemapFiles, ShopLanguages>({
    max: 1,
    ttl: maxAgeMs,
    ttlResolution: 0, // The clock is read rarely: no need to remember it.
    ignoreFetchAbort: true, // Who asked for it before the languages changed gets it.
    fetchMethod: (_key, _last, { context }) => build(options, context),
  })
  return () => sitemaps.forceFetch(languages().join(), { context: languages() })
}

async function build(
  { search, origin, limits = {} }: Omit<SitemapOptions, 'languages'>,
  languages: ShopLanguages,
): Promise<SitemapFiles> {
  const { urls, files: maxFiles } = { ...defaultLimits, ...limits }
  const entries = new SliceReader(entriesOf(search, (path, changedAt) => entriesIn(languages, origin, path, changedAt)))
  const parts: CompressedFile[] = []
  do parts.push(await compressText(urlset(entries, urls, languages.length > 1)))
  while (parts.length < maxFiles && (await entries.hasMore()))
  await entries.close()
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return new Map([[sitemapPath, only]])
  const paths = parts.map((_, index) => `/sitemap-${index + 1}.xml`)
  const index = await compressText([sitemapIndex(paths.map((path) => origin + path))])
  return new Map([[sitemapPath, index], ...parts.map((part, at) => [paths[at] ?? '', part] as const)])
}

/** The XML of every URL, in slices. */
async function* entriesOf(
  search: SitemapOptions['search'],
  entries: (path: string, changedAt: Date | undefined) => readonly string[],
): AsyncGenerator<readonly string[]> {
  const { categories } = await search.overview()
  const times = categories.map(({ changedAt }) => changedAt.getTime())
  const changedAt = times.length === 0 ? undefined : new Date(times.reduce((a, b) => Math.max(a, b)))
  yield [homePath, piecesPath].flatMap((path) => entries(path, changedAt))
  for (let from = 0; from < categories.length; from += sliceSize) {
    const withPage = categories.slice(from, from + sliceSize).filter(({ name }) => hasCategoryPage(name))
    yield withPage.flatMap((category) => {
      const path = cataloguePath({ ...wholeCatalogue, category: category.name })
      return entries(path, category.changedAt)
    })
  }
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<CatalogueSearch['listPublic']>> = await search.listPublic(after, sliceSize)
    yield page.items.flatMap((item) => entries(itemPath(item.id), item.changedAt))
    after = page.next
  } while (after !== null)
}

const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Of links to the same page in other languages. */
const linkSpace = 'http://www.w3.org/1999/xhtml'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

async function* urlset(entries: SliceReader<string>, max: number, hasAlternates: boolean): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${space}"${hasAlternates ? ` xmlns:xhtml="${linkSpace}"` : ''}>`
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

/** A page in every language. */
function entriesIn(
  languages: ShopLanguages,
  origin: string,
  path: string,
  changedAt: Date | undefined,
): readonly string[] {
  const links = alternatesOf(path, languages).map(
    (alternate) =>
      `<xhtml:link rel="alternate" hreflang="${alternate.locale}" href="${escapeXml(origin + alternate.path)}"/>`,
  )
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  const urls = languages.map((language) => escapeXml(origin + localPath(path, language, languages)))
  return urls.map((url) => `<url><loc>${url}</loc>${lastmod}${links.join('')}</url>`)
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
