import type { HttpBindings } from '@hono/node-server'

import type { Visitor } from '../owners/access.ts'

/** The environment of a request handler. */
export interface Bindings {
  /** Node's request and response. */
  Bindings: HttpBindings
  /** Who sent a request that has passed `ownersOnly` (src/owners/owners-only.ts). */
  Variables: { owner: Visitor }
}
