import type { RequestListener } from 'node:http'

import type { ViteDevServer } from 'vite'

import { openShop } from '../server.ts'
import { readConfig } from '../src/config/config.ts'
import { openLog } from '../src/log.ts'
import type { PagesModule } from '../src/pages/page.ts'

// The shop with hot reload: hydrated pages update at once, other pages reload. Restart it after a change in `src/` outside
// `domain/` and `messages/`: Node runs that code.
process.env['NODE_ENV'] = 'development'
const vite = Promise.withResolvers<ViteDevServer>()

/** Renders each page with the newest code, and without its length, like a stream: streams are never cached. */
const createPages: PagesModule['createPages'] = (services) => async (request, options) => {
  const pages = await (await vite.promise).ssrLoadModule('/app/handler.server.ts')
  const page = await (pages as PagesModule).createPages(services)(request, options)
  page.headers.delete('Content-Length')
  return page
}

const serveSources = (shop: RequestListener): RequestListener => {
  return (request, response) => {
    void vite.promise.then(({ middlewares }) => middlewares(request, response, () => shop(request, response)))
  }
}

const config = readConfig(process.env)
const shop = await openShop(config, await openLog({ level: config.logLevel }), createPages, { wrap: serveSources })
const { createServer } = await import('vite')
vite.resolve(
  await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server: shop.server.node } } }),
)
process.stdout.write(`${shop.name()} is open for development at ${shop.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await (await vite.promise).close()
    await shop.close()
  })
}
