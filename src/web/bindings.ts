import type { HttpBindings } from '@hono/node-server'

/** The environment of a request handler: Node's request and response. */
export interface Bindings {
  Bindings: HttpBindings
}
