import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'

import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { FairSlots } from '@stockinette/rate-limit/fair-slots.ts'
import type { MiddlewareHandler } from 'hono'

import type { Bindings } from '../../web/bindings.ts'
import { allowsEncoding } from '../encoding.ts'
import type { SitemapFiles } from './sitemap.ts'

/** Each keeps 300 KB in memory while it is read. Search engines accept gzip. */
const maxDecompressing = 16

/**
 * The sitemap of a large catalogue takes megabytes, so it is not in the page cache. When too many clients without gzip read
 * it, the network with the most loses its oldest connection.
 *
 * @param headers of every response.
 */
export function serveSitemap(
  sitemap: () => Promise<SitemapFiles>,
  headers: Readonly<Record<string, string>>,
): MiddlewareHandler<Bindings> {
  const decompressing = new FairSlots<ServerResponse>({ all: maxDecompressing, loses: 'oldest', replacesOwn: true })
  return async ({ req, env, get }, next) => {
    const file = (await sitemap()).get(req.path)
    if (file === undefined) return next()
    const caching = { ETag: file.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' }
    const common = { ...headers, ...caching }
    if (req.header('If-None-Match')?.includes(file.etag)) return new Response(null, { status: 304, headers: common })
    const type = { 'Content-Type': 'application/xml; charset=utf-8' }
    if (!allowsEncoding(env.incoming.headers['accept-encoding'], 'gzip')) {
      decompressing.take(env.outgoing, widestNetwork(get('clientAddress')))?.destroy()
      finished(env.outgoing, () => decompressing.release(env.outgoing))
      return new Response(file.decompress(), { headers: { ...common, ...type } })
    }
    const length = String(file.compressed.length)
    const encoding = { 'Content-Encoding': 'gzip', 'Content-Length': length }
    return new Response(file.compressed, { headers: { ...common, ...type, ...encoding } })
  }
}
