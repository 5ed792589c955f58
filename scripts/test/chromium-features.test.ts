import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { disabledFeatures } from './chromium-features.ts'

test('the features that the browser tests disable include all that Playwright disables', () => {
  const file = join(import.meta.dirname, '../../node_modules/playwright-core/lib/coreBundle.js')
  const [list = ''] = readFileSync(file, 'utf8').split('disabledFeatures = [')[1]?.split(']') ?? []
  const names = [...list.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
  assert.ok(names.includes('MediaRouter'), `Playwright's list is not found in ${file}`)
  assert.deepEqual(
    names.filter((name) => !disabledFeatures.includes(name)),
    [],
  )
})
