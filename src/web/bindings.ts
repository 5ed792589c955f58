import type { HttpBindings } from '@hono/node-server'
import type { Address } from '@stockinette/rate-limit/address.ts'

import type { Visitor } from '../owners/access.ts'

/** The environment of a request handler. */
export interface Bindings {
  /** Node's request and response. */
  Bindings: HttpBindings
  Variables: {
    /** The address that a request comes from (src/web/middleware/client-address.ts). */
    clientAddress: Address
    /** Who sent a request that has passed `ownersOnly` (src/owners/owners-only.ts). */
    owner: Visitor
  }
}
