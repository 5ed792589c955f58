import { build } from 'vite'

import { serverCodeGuard } from './server-code-guard.ts'

/** One minified ES module for the browser, and its source files. */
export interface Bundle {
  readonly code: string
  readonly modules: string[]
}

/** Bundles a file and everything it imports into one module. Its exports are dropped: it runs for its side effects. */
export async function bundleModule(file: string): Promise<Bundle> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [serverCodeGuard()],
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rollupOptions: { input: file, output: { format: 'es', codeSplitting: false } },
    },
  })
  if (!('output' in result)) throw new Error(`${file} must be one module.`)
  const [chunk] = result.output
  return { code: chunk.code.trim(), modules: chunk.moduleIds }
}
