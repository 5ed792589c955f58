import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

import { bundledScript } from './scripts/vite/bundled-script.ts'
import { ownCopy } from './scripts/vite/own-copy.ts'
import { reloadPages } from './scripts/vite/reload-pages.ts'
import { serverCodeGuard } from './scripts/vite/server-code-guard.ts'

export default defineConfig({
  // What pages of the app import of the visitor scripts is for a preview environment only.
  define: { 'import.meta.env.IS_PREVIEW': true },
  plugins: [serverCodeGuard(), ownCopy(), bundledScript(), reloadPages(), reactRouter()],
  build: { rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Every page lists the modules that it loads: a name without words saves bytes in each of them.
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            // What several pages share is in one file, with what it needs: otherwise a page loads twice as many files, most of
            // them of a few hundred bytes.
            codeSplitting: {
              groups: [{ name: 'shared', test: (id) => !id.includes('node_modules'), minShareCount: 4 }],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: 'app/handler.server.ts' } } },
  },
})
