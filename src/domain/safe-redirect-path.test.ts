import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as assertProperty, array, constantFrom, property, tuple } from 'fast-check'

import { safeRedirectPath } from './safe-redirect-path.ts'

const origin = 'https://shop.example'

for (const [value, path] of [
  ['/', '/'],
  ['/create', '/create'],
  ['/item/a?b=c#d', '/item/a?b=c#d'],
  ['/?q=//evil.example', '/?q=//evil.example'],
  ['/x//y', '/x//y'],
  ['/x/../create', '/create'],
  ['create', '/create'],
  ['https://shop.example', '/'],
  ['https://shop.example/create', '/create'],
  ['https://SHOP.example:443/create', '/create'],
] as const) {
  test(`safeRedirectPath: ${value} leads to ${path}`, () => assert.equal(safeRedirectPath(value, origin), path))
}

/** Values that lead to another site, or would if only their path was used. Please add to this list. */
for (const value of [
  '',
  'https://evil.example/create',
  'https://shop.example.evil.example/',
  'https://evil.example/shop.example',
  'http://shop.example/create',
  'https://shop.example:444/',
  'https://shop.example:8443/x',
  'https://shop.example@evil.example',
  'https://shop.example@evil.example/',
  'https://shop.example:pass@evil.example/',
  'https://maker@shop.example/create',
  'https://maker:secret@shop.example/create',
  'https://:secret@shop.example/create',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '\\evil.example',
  'https:\\\\evil.example',
  'https:evil.example/x\\y',
  '/.//evil.example',
  '/.//evil.example/x',
  '/..//evil.example',
  '/././/evil.example',
  '/.///evil.example',
  '/x/..//evil.example',
  '/x/../..//evil.example',
  './/evil.example',
  '..//evil.example',
  'x/..//evil.example',
  '/%2e//evil.example',
  '/%2E//evil.example',
  '/%2e%2e//evil.example',
  '/x/%2e%2e//evil.example',
  '/x/.%2e//evil.example',
  '/.\\/evil.example',
  '/.//\\evil.example',
  '/./\\evil.example',
  'https://shop.example//evil.example',
  'https://shop.example/.//evil.example',
  'https://shop.example/\\evil.example',
  'https://shop.example///evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/.\t//evil.example',
  '\t//evil.example',
  '\n//evil.example',
  ' //evil.example',
  '//evil.example ',
  ' https://evil.example',
  '\u0000//evil.example',
  '\u0001/create',
  '/create\r\nSet-Cookie: a=b',
  '/cre\tate',
  '/create\u007F',
  '/create\u0085',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'mailto:maker@shop.example',
  'file:///etc/passwd',
  'about:blank',
  'blob:https://evil.example/x',
  'blob:https://shop.example/x',
  'filesystem:https://shop.example/x',
  'view-source:https://shop.example/',
  'ws://shop.example/',
  'wss://shop.example/',
  'ftp://shop.example/',
  'https://',
  'https://[',
  '//',
  '///',
]) {
  test(`safeRedirectPath: ${JSON.stringify(value)} is refused`, () =>
    assert.equal(safeRedirectPath(value, origin), undefined))
}

test('safeRedirectPath: scheme and port must be those of the site', () => {
  const local = 'http://localhost:3000'
  assert.equal(safeRedirectPath('http://localhost:3000/create', local), '/create')
  for (const other of [
    'http://localhost/',
    'http://localhost:3001/',
    'https://localhost:3000/',
    'http://127.0.0.1:3000/',
  ])
    assert.equal(safeRedirectPath(other, local), undefined, other)
})

test('safeRedirectPath: for any value, the path stays on the site and is safe to resolve again', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    '@',
    ':',
    '?',
    '#',
    'x',
    'https:',
    'evil.example',
  ]
  // Of random pieces alone, one in 80,000 would be a path such as `/.//evil.example`.
  const start = constantFrom('', '/', '/.', '/..', '//', origin)
  const values = tuple(start, array(constantFrom(...pieces, '//', origin), { maxLength: 8 })).map(
    ([first, parts]) => first + parts.join(''),
  )
  assertProperty(
    property(values, (value) => {
      const path = safeRedirectPath(value, origin)
      if (path === undefined) return
      assert.match(path, /^\/(?![/\\])/)
      assert.equal(new URL(path, origin).origin, origin)
      assert.equal(safeRedirectPath(path, origin), path)
    }),
    { numRuns: 2_000 },
  )
})
