import * as fc from 'fast-check'

/** Parts of long strings. Each is slow, large or misread by some parser. */
const units = [
  [
    ' ',
    '\t',
    '\n',
    '\0',
    'a',
    '0',
    '1,',
    ',11',
    '1 ',
    '-',
    '/',
    '//',
    '\\',
    '%',
    '%2e',
    '.',
    '..',
    '=',
    '+',
    '&a=',
    ';',
  ],
  [
    '"',
    "'",
    '`',
    '<script>',
    '</script>',
    '<!--',
    '{',
    '[',
    '({',
    '${',
    '@',
    'a@',
    'a.',
    '.a',
    'http://',
    'https://a.',
    'data:',
  ],
  [
    'é',
    'e\u0301',
    '\u0344',
    '\ufdfa',
    'İ',
    'ß',
    '😀',
    '\u200d',
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\uffff',
  ],
].flat()
const shortStrings = [
  ['', ' ', '0', '-0', 'NaN', 'true', 'null', 'undefined', '[object Object]', '__proto__', 'constructor', 'toString'],
  ['../../etc/passwd', '\0', '\r\nX-Header: 1', '//evil.example', 'javascript:alert(1)', 'file:///etc/passwd'],
  ['http://127.0.0.1/', 'http://[::1]/', '/photos/x.jpg', 'a@b', '"a b"@example.com', `${'a'.repeat(64)}@example.com`],
  ['Rs 12,500/-', '1e309', '9'.repeat(400), '٣', 'eyJhbGciOiJub25lIn0.e30.', '\ud800', '\udfff\ud800'],
].flat()

export const longStrings: fc.Arbitrary<string> = fc
  .record({
    unit: fc.constantFrom(...units),
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1_000, max: 66_000 })),
    start: fc.constantFrom('', '1', 'x', 'https://', 'a@'),
    end: fc.constantFrom('', '!', 'x', '@example.com', '\0'),
  })
  .map(({ unit, length, start, end }) => start + unit.repeat(Math.ceil(length / unit.length)) + end)

export const hostileStrings: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...shortStrings) },
  { weight: 2, arbitrary: longStrings },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const oddJson = [
  ['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e308', '1e309', '1e-400', '1e999999', '9007199254740993'],
  ['[]', '{}', '[null]', '[[]]', '[{}]', '{"__proto__":{"isOwner":true}}', '{"constructor":{"prototype":{"a":1}}}'],
  ['{"toString":1,"valueOf":1}', '{"length":1e9}', '{"then":1}', '{"toJSON":null}', '["a","a"]', '{"":{}}'],
].flat()

/** Texts of JSON values. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileStrings.map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom(...oddJson) },
  { weight: 1, arbitrary: nestedJson(['[', ']'], ['{"a":', '}'], ['[{"":', '}]']) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 66_000 }).map((digits) => '9'.repeat(digits)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9_000 }).map((length) => `[${'"a",'.repeat(length)}"a"]`) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map(manyFields) },
)

/** JSON nested as deep as fits in 64 KB. */
function nestedJson(...brackets: readonly (readonly [open: string, close: string])[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...brackets), fc.integer({ min: 1, max: 33_000 }))
    .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`)
}

function manyFields(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`
}
