import type { Plugin } from 'vite'

/** In development: visitor pages hold no React in the browser, so a change of theirs reloads the page. */
export function reloadPages(): Plugin {
  return {
    name: 'stockinette:reload-pages',
    apply: 'serve',
    hotUpdate({ modules }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      this.environment.getTopLevelConfig().logger.info('page changed, reloading', { timestamp: true })
      this.environment.hot.send({ type: 'full-reload' })
    },
  }
}
