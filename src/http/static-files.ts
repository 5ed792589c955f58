import { fileURLToPath } from 'node:url'

import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

import type { Bindings } from './bindings.ts'

const root = fileURLToPath(new URL('../../build/client', import.meta.url))

/** The built files for browsers, compressed beforehand. The name of what lies in `assets/` changes with its content. */
export function staticFiles(): MiddlewareHandler<Bindings> {
  const serve = serveStatic<Bindings>({ root, precompressed: true })
  return async (context, next) => {
    const answer = await serve(context, next)
    if (!(answer instanceof Response)) return
    const isImmutable = context.req.path.startsWith('/assets/')
    answer.headers.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    return answer
  }
}
