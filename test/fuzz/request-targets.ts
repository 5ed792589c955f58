import * as fc from 'fast-check'

import type { RawRequest } from './raw-client.ts'

/** Texts that are inserted into a path. */
const insertions = [
  ['/', '//', '/.', '/..', '/./', '/../', '.', '..', '\\', '/\\', '%5c', '%2f', '%2F', '%2e', '%2E%2e', '%252e'],
  ['%00', '%09', '%0a', '%0d', '%0d%0aX-Header:%20x', '%20', '%7f', '%80', '%ff', '%c0%af', '%e2%80%a8', '%u002f'],
  [
    '%',
    '%%',
    '%z',
    '%zz',
    '%2',
    '%25',
    ';',
    ';x=1',
    ':',
    '@',
    '+',
    '~',
    '*',
    '=',
    '&',
    ',',
    '!',
    "'",
    '(',
    '[',
    ']',
    '|',
  ],
  ['.data', '_.data', '_root.data', '.data%20', '.data%09', '.html', '.map', '.br', '.gz', 'index.html', '__manifest'],
  [
    'item',
    'create',
    'pieces',
    'pieces/',
    'A',
    'assets',
    'photos',
    'api',
    'constructor',
    '__proto__',
    '%3Cscript%3E',
    '<script>',
  ],
].flat()
/** Node's parser refuses most of these. */
const rawBytes = ['\0', '\t', '\v', '\f', ' ', '\x7f', '\x80', '\xa0', '\xc3\xa9', '\xe2\x80\xa8', '\xff']
const queries = ['?', '??', '?x', '?fbclid=1', '?_routes=', '?index', '?_data=routes%2Fhome', '?next=//evil.example/']
const moreQueries = ['?key=embedded', '?state=x&code=y', '?mode=resetPassword&oobCode=x', '?%', '?%ff', '?x=%0d%0aA:b']
const listQueries = [
  '?q=beanie',
  '?q=BEANIE&sort=best',
  '?sort=price&after=1.2',
  '?after=x',
  '?min=1&min=2',
  '?size=%F0%9F%A7%B6',
]
const enquiryQueries = ['?pieces=a~b', '?pieces=a.%ff~a&before=b', '?pieces=a&pieces=b', '?pieces=~', '?pieces=a%7Eb&x']
const fragments = ['#', '#x', '#?x', '#/../create', '#//evil.example']
const prefixes = [
  'http://evil.example',
  'https://evil.example:1',
  'http://',
  'https:/',
  'http:',
  'x:',
  '//evil.example',
]
const morePrefixes = [
  'http://localhost',
  'HTTP://LOCALHOST',
  'http://user@localhost',
  '/\\evil.example',
  '\\\\evil.example',
]
const otherMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

type Edit = (path: string) => string

const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.nat(), fc.constantFrom(...insertions)).map(([at, insertion]) => insert(at, insertion)),
  },
  { weight: 4, arbitrary: fc.constantFrom(...insertions).map((insertion) => (path: string) => path + insertion) },
  { weight: 2, arbitrary: fc.constantFrom(...insertions).map((insertion) => (path: string) => insertion + path) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(), fc.constantFrom(...rawBytes)).map(([at, byte]) => insert(at, byte)) },
  { weight: 2, arbitrary: fc.nat().map((at) => replace(at, percentEncoded)) },
  { weight: 2, arbitrary: fc.nat().map((at) => replace(at, otherCase)) },
  { weight: 2, arbitrary: fc.nat().map((at) => replace(at, () => '')) },
)

/** A path with a few edits, perhaps in absolute form, with a query or a fragment. */
function targetsFrom(paths: readonly string[]): fc.Arbitrary<string> {
  const rarely = (values: readonly string[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...values) })
  return fc
    .record({
      path: fc.constantFrom(...paths),
      changes: fc.array(edits, { maxLength: 3 }),
      prefix: rarely([...prefixes, ...morePrefixes]),
      query: rarely([...queries, ...moreQueries, ...listQueries, ...enquiryQueries]),
      fragment: rarely(fragments),
    })
    .map(({ path, changes, prefix, query, fragment }) => {
      const changed = changes.reduce((text, change) => change(text), path)
      return prefix + changed + query + fragment
    })
}

const headers = fc.constantFrom<NonNullable<RawRequest['headers']>>(
  ...Array.from({ length: 11 }, () => []),
  [['Host', 'evil.example']],
  [['X-Forwarded-Host', 'evil.example']],
  [['User-Agent', 'WhatsApp/2.23.20.0']],
  [['Accept', 'text/x-script, application/json']],
  [['If-None-Match', '*']],
  [['If-None-Match', '"'.repeat(9_000)]],
  [['Range', 'bytes=0-0']],
  [['Range', `bytes=${'0-0,'.repeat(2_000)}`]],
  [['Accept-Encoding', 'br;q='.repeat(2_000)]],
  [['User-Agent', `Mozilla/5.0 ${'(;'.repeat(4_000)}`]],
  [['Last-Event-ID', '9'.repeat(400)]],
  [['Upgrade', 'websocket']],
)

/** Bodies of requests that should have none; one looks like another request. */
const strayBodies = fc.oneof<fc.MaybeWeightedArbitrary<Buffer | undefined>[]>(
  { weight: 9, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('x=1', 'GET /create HTTP/1.1\r\nHost: localhost\r\n\r\n')
      .map((text) => Buffer.from(text)),
  },
)

/** Requests for the paths of every route, and for similar ones. */
export function targetRequests(paths: readonly string[]): fc.Arbitrary<RawRequest> {
  const method = fc.oneof(
    { weight: 16, arbitrary: fc.constant('GET') },
    { weight: 3, arbitrary: fc.constant('HEAD') },
    { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
  )
  return fc.record({ method, target: targetsFrom(paths), headers, body: strayBodies })
}

function insert(at: number, insertion: string): Edit {
  return (path) => {
    const index = at % (path.length + 1)
    return path.slice(0, index) + insertion + path.slice(index)
  }
}

function replace(at: number, change: (character: string) => string): Edit {
  return (path) => {
    const index = at % Math.max(1, path.length)
    return path.slice(0, index) + change(path.charAt(index)) + path.slice(index + 1)
  }
}

function percentEncoded(character: string): string {
  return character === '' ? '' : `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

function otherCase(character: string): string {
  const upper = character.toUpperCase()
  return character === upper ? character.toLowerCase() : upper
}
