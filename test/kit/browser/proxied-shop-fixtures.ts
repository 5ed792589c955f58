import { openWire } from '../http/faulty-proxy.ts'
import type { Wire } from '../http/faulty-proxy.ts'
import { test as base } from './shop-fixtures.ts'

/** The shop, by way of a wire. */
export const test = base.extend<{ wire: Wire }>({
  wire: async ({ shop }, use) => {
    const wire = await openWire(shop.url)
    await use(wire)
    await wire.close()
  },
  // Once a piece is saved, the picture of its link is asked for at the shop's own address, which is not the wire's.
  allowedFaults: /NotSameOrigin/,
  baseURL: async ({ wire }, use) => use(wire.url),
})
