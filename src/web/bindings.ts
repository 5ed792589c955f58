import type { HttpBindings } from '@hono/node-server'

/** What a request handler has at hand beside the request itself: Node's own request and response. */
export interface Bindings {
  Bindings: HttpBindings
}
