import { build } from 'vite'

import { serverCodeGuard } from './server-code-guard.ts'

/** One minified ES module for the browser, and the files that it is made of. */
export interface Bundle {
  readonly code: string
  readonly modules: string[]
}

/** Makes one module of a file and all that it imports. What the file exports is left out: it is there for what it does. */
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
