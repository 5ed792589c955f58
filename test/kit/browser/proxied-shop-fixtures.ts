import { startFaultyProxy, type FaultyProxy } from '../http/faulty-proxy.ts'
import { test as base } from './shop-fixtures.ts'

/** The shop, behind a faulty proxy. */
export const test = base.extend<{ faultyProxy: FaultyProxy }>({
  faultyProxy: async ({ shop }, use) => {
    const faultyProxy = await startFaultyProxy(shop.url)
    await use(faultyProxy)
    await faultyProxy.close()
  },
  // After saving, the image of the link preview is loaded from the shop's own origin, not the proxy's.
  allowedErrors: /NotSameOrigin/,
  baseURL: async ({ faultyProxy }, use) => use(faultyProxy.url),
})
