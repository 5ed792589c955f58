import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { isCataloguePath, pageAddress } from '../../src/domain/page-address.ts'
import { enquiryPath } from '../../src/domain/page-paths.ts'
import type { RawClient, RawRequest } from './raw-client.ts'
import type { RawResponse } from './response-reader.ts'
import { missingPaths, pagePaths, type SampleShop } from './shop-paths.ts'

/** The parts of a page that are the same in every response. */
interface PageContent {
  readonly body: string
  readonly scriptSources: string
}

/** Statuses that a page may have. */
const pageStatuses = new Set([200, 404, 410])

/** Checks responses to any request target against the pages of a shop that does not change. */
export class PageChecks {
  /** By address. */
  readonly #pages: Map<string, PageContent>
  readonly #notFound: readonly PageContent[]

  private constructor(pages: Map<string, PageContent>, notFound: readonly PageContent[]) {
    this.#pages = pages
    this.#notFound = notFound
  }

  /** Requests each page at its canonical path. */
  static async record(client: RawClient, sample: SampleShop): Promise<PageChecks> {
    const pageAt = async (target: string) => readPage(await client.send({ method: 'GET', target }))
    const pages = new Map<string, PageContent>()
    for (const path of pagePaths(sample)) pages.set(path, await pageAt(path))
    const notFound: PageContent[] = []
    for (const path of missingPaths(sample)) notFound.push(await pageAt(path))
    return new PageChecks(pages, notFound)
  }

  async check(request: RawRequest, client: RawClient): Promise<void> {
    const answer = await client.send(request)
    const { status, headers } = answer
    const isParsed = headers.has('content-type') || headers.has('x-content-type-options')
    assert.ok(status < 500 || isNotImplemented(answer), `answered ${status}`)
    assert.ok(isParsed || status === 400 || status === 431, `answered ${status} without headers of the shop`)
    if (isParsed) assert.equal(headers.get('x-content-type-options'), 'nosniff')
    if (headers.get('content-type')?.startsWith('text/html')) await this.#checkPage(request, answer, client)
    const location = headers.get('location')
    if (location !== undefined) await checkRedirect(location, client)
  }

  /** The page that must answer a target: the one at its path, or that of a search, requested at its canonical address. */
  async #pageFor(target: string, client: RawClient): Promise<PageContent | undefined> {
    const path = pathOf(target)
    const page = this.#pages.get(path)
    if (page === undefined || !(isCataloguePath(path) || path === enquiryPath)) return page
    const address = pageAddress(path + queryOf(target))
    const known = this.#pages.get(address)
    if (known !== undefined) return known
    const answer = await client.send({ method: 'GET', target: address })
    assert.equal(answer.status, 200, address)
    const recorded = readPage(answer)
    this.#pages.set(address, recorded)
    return recorded
  }

  async #checkPage({ method, target }: RawRequest, answer: RawResponse, client: RawClient): Promise<void> {
    assert.ok(pageStatuses.has(answer.status), `a page with status ${answer.status}`)
    const { body, scriptSources } = readPage(answer)
    const hasBody = method !== 'HEAD'
    if (answer.status === 200) {
      const page = await this.#pageFor(target, client)
      assert.ok(page, 'a page at a wrong path')
      assert.equal(scriptSources, page.scriptSources)
      if (hasBody) assert.ok(body === page.body, 'not the page of its canonical path')
    } else {
      const known = this.#notFound.filter((page) => page.scriptSources === scriptSources)
      assert.ok(known.length > 0, `script-src ${scriptSources}`)
      if (hasBody)
        assert.ok(
          known.some((page) => page.body === body),
          'not the 404 page',
        )
    }
  }
}

/** The query of a request target. */
function queryOf(target: string): string {
  return /^[^?#]*(\?[^#]*)/.exec(target.trim())?.[1] ?? ''
}

/** The path of a request target, without origin, query, fragment and outer spaces. */
function pathOf(target: string): string {
  const path = target
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/, '')
  return path === '' ? '/' : path
}

/** Replaces the nonce, which is new in each response. */
function readPage({ headers, body }: RawResponse): PageContent {
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const sources = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  const withoutNonce = (text: string) => (nonce === undefined ? text : text.replaceAll(nonce, 'NONCE'))
  return {
    body: withoutNonce(decoded(body, headers.get('content-encoding')).toString()),
    scriptSources: withoutNonce(sources),
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}

/** A method that the identity service does not implement (docs/identity-differences.md). */
function isNotImplemented({ status, body }: RawResponse): boolean {
  return status === 501 && (body.length === 0 || body.includes('NOT_IMPLEMENTED'))
}

/** Follows redirects: they stay on the shop's origin and end. The OAuth callback redirects again from its canonical path. */
async function checkRedirect(first: string, client: RawClient): Promise<void> {
  const origin = 'http://shop.invalid'
  let location: string | undefined = first
  for (let hops = 0; location !== undefined; hops++) {
    assert.ok(hops < 3, `endless redirects from ${first}`)
    const url: URL = new URL(location, `${origin}/`)
    assert.equal(url.origin, origin, `a redirect to ${location}`)
    const { headers } = await client.send({ method: 'GET', target: url.pathname + url.search })
    location = headers.get('location')
  }
}
