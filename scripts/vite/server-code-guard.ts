import { relative } from 'node:path'

import type { Plugin } from 'vite'

/** Refuses to build when a module that the browser would get is the server's: anything of `src/` outside `src/domain/`. */
export function serverCodeGuard(): Plugin {
  let root = ''
  return {
    name: 'stockinette:server-code-guard',
    configResolved(config) {
      root = config.root
    },
    transform(_code, id) {
      if (this.environment.config.consumer !== 'client') return
      const path = relative(root, id)
      if (/^src\/(?!domain\/)/.test(path)) this.error(`${path} is the server's and must not reach the browser.`)
    },
  }
}
