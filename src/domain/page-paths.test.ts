import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { parseSync, Visitor } from 'oxc-parser'

import routes from '../../app/routes.ts'
import * as paths from './page-paths.ts'

const root = join(import.meta.dirname, '../..')

/** The two files that may spell a page's path. */
const sources = new Set(['app/routes.ts', 'src/domain/page-paths.ts'])

test('page paths: the router has the same paths', () => {
  const { homePath, piecesPath, enquiryPath, createPath, managePath, shopSettingsPath, claimPath } = paths
  const { accountActionPath, itemPath, signInPath } = paths
  assert.deepEqual(
    routes.map(({ path = '' }) => `/${path}`),
    [
      homePath,
      `${piecesPath}/:category?`,
      itemPath(':id'),
      enquiryPath,
      createPath,
      managePath,
      shopSettingsPath,
      claimPath,
      signInPath(),
      accountActionPath,
      '/*',
    ],
  )
})

test('page paths: no other file contains one', async () => {
  const found: string[] = []
  for await (const file of glob('{app,src}/**/*.{ts,tsx}', { cwd: root })) {
    if (sources.has(file) || /\.(?:test|contract)\.tsx?$|test-support/.test(file)) continue
    found.push(...pathsIn(file, await readFile(join(root, file), 'utf8')))
  }
  assert.deepEqual(found, [])
})

const pagePath =
  /(?:^|[^\w./])\/(?:(?:sign-in|claim|create|enquiry|pieces|manage|manage\/shop)(?:[?#]|$)|(?:item|pieces)\/)/

function pathsIn(file: string, text: string): string[] {
  const found: string[] = []
  const note = (value: string) => {
    if (pagePath.test(value)) found.push(`${file}: ${value}`)
  }
  new Visitor({
    Literal: ({ value }) => note(String(value)),
    TemplateElement: ({ value }) => note(value.raw),
  }).visit(parseSync(file, text).program)
  return found
}
