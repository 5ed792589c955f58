import type { Plugin } from 'vite'

/**
 * In development: tells open pages that what the server renders has changed. Those without React in the browser, which
 * no hot update reaches, then reload (`app/visitor/dev-reload.ts`).
 */
export function reloadPages(): Plugin {
  return {
    name: 'stockinette:reload-pages',
    apply: 'serve',
    hotUpdate({ modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      server.environments.client.hot.send('pages:changed')
    },
  }
}
