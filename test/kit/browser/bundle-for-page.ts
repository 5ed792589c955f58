import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { build } from 'vite'

import { root } from '../shop/shop-process.ts'

/** Bundles a browser module and serves it to a page. @returns the path to import it from. */
export async function bundleForPage(page: Page, file: string, path = '/in-page.js'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: join(root, file), formats: ['es'] },
      rollupOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(`${file} must build to one module.`)
  const [{ code }] = output.output
  await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  return path
}
