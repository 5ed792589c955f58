import { dirname, resolve } from 'node:path'

import type { Plugin } from 'vite'

import { bundleModule } from './bundle-module.ts'

const suffix = '?script'

/**
 * `import code from './page.ts?script'` returns the module and its imports as one minified text, for inlining. A page without
 * a framework gets its script in the first response.
 */
export function inlineScript(): Plugin {
  return {
    name: 'stockinette:inline-script',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(suffix) || importer === undefined) return
      return `\0${resolve(dirname(importer), source)}`
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(suffix)) return
      const { code, modules } = await bundleModule(id.slice(1, -suffix.length))
      for (const module of modules) this.addWatchFile(module)
      return `export default ${JSON.stringify(code)}`
    },
  }
}
