import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { RawClient, RawRequest } from './raw-client.ts'
import type { RawResponse } from './response-reader.ts'
import { missingPaths, pagePaths } from './shop-paths.ts'
import type { SampleShop } from './shop-paths.ts'

/** What a page is, whoever asks for it and however. */
interface PageForm {
  readonly body: string
  readonly scriptSources: string
}

/** Statuses with which a page may be answered. */
const pageStatuses = new Set([200, 404, 410])

/** What the answers of a shop that nobody changes must be like, whatever the request target. */
export class PageChecks {
  readonly #pages: ReadonlyMap<string, PageForm>
  readonly #missing: readonly PageForm[]

  private constructor(pages: ReadonlyMap<string, PageForm>, missing: readonly PageForm[]) {
    this.#pages = pages
    this.#missing = missing
  }

  /** Asks for each page at its canonical path. */
  static async record(client: RawClient, sample: SampleShop): Promise<PageChecks> {
    const formAt = async (target: string) => formOf(await client.ask({ method: 'GET', target }))
    const pages = new Map<string, PageForm>()
    for (const path of pagePaths(sample)) pages.set(path, await formAt(path))
    const missing: PageForm[] = []
    for (const path of missingPaths(sample)) missing.push(await formAt(path))
    return new PageChecks(pages, missing)
  }

  async check(request: RawRequest, client: RawClient): Promise<void> {
    const answer = await client.ask(request)
    const { status, headers } = answer
    const isParsed = headers.has('content-type') || headers.has('x-content-type-options')
    assert.ok(status < 500 || isNotOffered(answer), `answered ${status}`)
    assert.ok(isParsed || status === 400 || status === 431, `answered ${status} without headers of the shop`)
    if (isParsed) assert.equal(headers.get('x-content-type-options'), 'nosniff')
    if (headers.get('content-type')?.startsWith('text/html')) this.#checkPage(request, answer)
    const location = headers.get('location')
    if (location !== undefined) await checkRedirect(location, client)
  }

  #checkPage({ method, target }: RawRequest, answer: RawResponse): void {
    assert.ok(pageStatuses.has(answer.status), `a page with status ${answer.status}`)
    const { body, scriptSources } = formOf(answer)
    const hasBody = method !== 'HEAD'
    if (answer.status === 200) {
      const page = this.#pages.get(pathOf(target))
      assert.ok(page, 'a page where none is')
      assert.equal(scriptSources, page.scriptSources)
      if (hasBody) assert.ok(body === page.body, 'not the page of its canonical path')
    } else {
      const known = this.#missing.filter((page) => page.scriptSources === scriptSources)
      assert.ok(known.length > 0, `script-src ${scriptSources}`)
      if (hasBody)
        assert.ok(
          known.some((page) => page.body === body),
          'not the page for what is missing',
        )
    }
  }
}

/** The path of a target: without the origin of its absolute form, query and fragment. Spaces around it are the parser's. */
function pathOf(target: string): string {
  const path = target
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/[?#].*$/, '')
  return path === '' ? '/' : path
}

/** A streamed page has a nonce of its own. */
function formOf({ headers, body }: RawResponse): PageForm {
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

/** A method that the identity service does not offer (docs/identity-differences.md). */
function isNotOffered({ status, body }: RawResponse): boolean {
  return status === 501 && (body.length === 0 || body.includes('NOT_IMPLEMENTED'))
}

/** A browser that follows stays with the shop, and arrives: the way back from a provider leads on from its canonical path. */
async function checkRedirect(first: string, client: RawClient): Promise<void> {
  const origin = 'http://shop.invalid'
  let location: string | undefined = first
  for (let hops = 0; location !== undefined; hops++) {
    assert.ok(hops < 3, `redirects without end from ${first}`)
    const url: URL = new URL(location, `${origin}/`)
    assert.equal(url.origin, origin, `a redirect to ${location}`)
    const { headers } = await client.ask({ method: 'GET', target: url.pathname + url.search })
    location = headers.get('location')
  }
}
