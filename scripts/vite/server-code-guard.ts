import { relative } from 'node:path'

import type { Plugin } from 'vite'

/** Fails the build when server code reaches the browser: anything in `src/` but `domain/` and `messages/`, and `src/` of packages. */
export function serverCodeGuard(): Plugin {
  return {
    name: 'stockinette:server-code-guard',
    transform(_code, id) {
      const { consumer, root } = this.environment.config
      if (consumer !== 'client') return
      const path = relative(root, id)
      if (/^(?:packages\/[^/]+\/src\/|src\/(?!domain\/|messages\/))/.test(path))
        this.error(`${path} is the server's and must not reach the browser.`)
    },
  }
}
