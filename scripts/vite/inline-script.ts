import { dirname, resolve } from 'node:path'

import { build, type Plugin } from 'vite'

import { serverCodeGuard } from './server-code-guard.ts'

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

/**
 * Bundles a file and everything it imports into one module.
 *
 * @param keepsExports otherwise it runs for its side effects.
 */
export async function bundleModule(file: string, { keepsExports = false } = {}) {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [serverCodeGuard()],
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rollupOptions: {
        input: file,
        preserveEntrySignatures: keepsExports ? 'strict' : false,
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  if (!('output' in result)) throw new Error(`${file} must be one module.`)
  const [chunk] = result.output
  return { code: chunk.code.trim(), modules: chunk.moduleIds }
}
