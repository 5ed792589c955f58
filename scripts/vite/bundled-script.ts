import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'

import { build, type Environment, type Plugin } from 'vite'

import { serverCodeGuard } from './server-code-guard.ts'

/**
 * Bundles a module and everything that it imports, for pages without a framework.
 *
 * `import code from './page.ts?script'` returns it as one minified text, for inlining: a page gets its script in the first
 * response. Its other export, `preview`, is the script of a preview environment. `import address from './page.ts?file'` returns the
 * address of a file, for a page that loads it when it is first needed. The name of the file depends on its content. In
 * development it is the module itself.
 */
export function bundledScript(): Plugin {
  return {
    name: 'stockinette:bundled-script',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!/\?(?:script|file)$/.test(source) || importer === undefined) return
      return `\0${resolve(dirname(importer), source)}`
    },
    async load(id) {
      const [, file, kind] = /^\0([^?]+)\?(script|file)$/.exec(id) ?? []
      if (file === undefined) return
      if (kind === 'file') return `export default ${JSON.stringify(await addressOf(file, this.environment))}`
      const { code, modules } = await bundleModule(file)
      const preview = await bundleModule(file, { isPreview: true })
      for (const module of [...modules, ...preview.modules]) this.addWatchFile(module)
      return `export default ${JSON.stringify(code)}\nexport const preview = ${JSON.stringify(preview.code)}`
    },
  }
}

/** Writes the file for the browser, although the environment that imports it is the server's. @returns its path in a URL. */
async function addressOf(file: string, environment: Environment): Promise<string> {
  const { root, environments } = environment.getTopLevelConfig()
  if (environment.mode === 'dev') return `/${relative(root, file)}`
  const { code } = await bundleModule(file, { keepsExports: true })
  const name = `assets/${hash('sha256', code, 'base64url').slice(0, 8)}.js`
  const path = resolve(root, environments['client']?.build.outDir ?? '', name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, code)
  return `/${name}`
}

/**
 * Bundles a file and everything it imports into one module.
 *
 * @param keepsExports otherwise it runs for its side effects.
 */
export async function bundleModule(file: string, { keepsExports = false, isPreview = false } = {}) {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'import.meta.env.IS_PREVIEW': String(isPreview) },
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
