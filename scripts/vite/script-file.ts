import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'

import type { Plugin } from 'vite'

import { bundleModule } from './inline-script.ts'

const suffix = '?file'

/**
 * `import address from './page.ts?file'` returns the address of a file with the module and its imports, for a page that
 * loads it when it is first needed. The name of the file depends on its content. In development it is the module itself.
 */
export function scriptFile(): Plugin {
  return {
    name: 'stockinette:script-file',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith(suffix) || importer === undefined) return
      return `\0${resolve(dirname(importer), source)}`
    },
    async load(id) {
      if (!id.startsWith('\0') || !id.endsWith(suffix)) return
      const file = id.slice(1, -suffix.length)
      const { root, environments } = this.environment.getTopLevelConfig()
      if (this.environment.mode === 'dev') return `export default ${JSON.stringify(`/${relative(root, file)}`)}`
      const { code } = await bundleModule(file, { keepsExports: true })
      const name = `assets/${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
      // The environment that imports it is the server's: the file is for the browser's.
      const path = resolve(root, environments['client']?.build.outDir ?? '', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, code)
      return `export default ${JSON.stringify(`/${name}`)}`
    },
  }
}
