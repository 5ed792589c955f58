import type { Plugin } from 'vite'

/**
 * In development, notifies open pages that server-rendered code has changed. Pages without React in the browser, which get no
 * hot updates, then reload (`app/visitor/dev-reload.ts`).
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
