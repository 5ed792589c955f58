import * as fc from 'fast-check'

import { operations, type Operation } from './api-operations.ts'
import { forms, jsonBodies, photoBodies } from './bodies.ts'
import { longStrings } from './hostile-values.ts'
import type { RawRequest } from './raw-client.ts'

/** Who sends a request: no token, a valid one, or any `Authorization` header. */
export type Caller = 'nobody' | 'anonymous visitor' | 'owner' | { readonly authorization: string }

export interface BodyRequest extends RawRequest {
  readonly operation: string
  readonly caller: Caller
}

type Header = readonly [name: string, value: string]

const contentTypes = [
  ['application/json', 'application/json; charset=utf-16', 'text/plain', 'application/x-www-form-urlencoded', '*/*'],
  ['multipart/form-data; boundary=x', 'application/octet-stream', 'application/partial-upload', ';', ''],
].flat()

/** Values of headers that some method reads, valid ones first. */
const readHeaders: Readonly<Record<string, readonly string[]>> = {
  'Idempotency-Key': ['"a"', 'a', '""', '"', '"\\"', `"${'a'.repeat(255)}"`, `"${'\\"'.repeat(256)}"`, '"é"', 'a b'],
  'If-Match': ['"{version}"', '*', 'W/"1"', '"', '""', '"__proto__"', `"${'9'.repeat(5_000)}"`, '"1", "2"'],
  'Upload-Offset': ['0', '1', '-1', '1e3', '999999999', '9999999999', '0x1', '', '0, 0', ' 0'],
  'Upload-Complete': ['?1', '?0', '?2', '1', ''],
  'X-Forwarded-For': ['1.2.3.4', '::', 'x', '1.2.3.4, '.repeat(900), ','],
  Origin: ['null', 'http://evil.example', 'x', '//', ''],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'x'],
  'x-goog-api-key': ['embedded', ''],
  Cookie: ['sign-in=x', '__session=x', '='.repeat(8_000), 'sign-in=%', '; '.repeat(3_000)],
  'X-Client-Version': ['x', '/'.repeat(3_000)],
  'User-Agent': ['WhatsApp/2', '('.repeat(5_000)],
  'Last-Event-ID': ['1', '-1', 'NaN', '9'.repeat(400), ''],
  Expect: ['100-continue'],
  'Transfer-Encoding': ['chunked'],
  'Content-Encoding': ['gzip', 'x'],
}

const moreHeaders: fc.Arbitrary<Header[]> = fc.uniqueArray(
  fc
    .constantFrom(...Object.keys(readHeaders))
    .chain((name) =>
      fc
        .oneof(
          { weight: 4, arbitrary: fc.constantFrom(...(readHeaders[name] ?? [''])) },
          { weight: name === 'Transfer-Encoding' || name === 'Expect' ? 0 : 1, arbitrary: longStrings.map(asHeader) },
        )
        .map((value): Header => [name, value]),
    ),
  { maxLength: 3, selector: ([name]) => name },
)

const askers: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Caller>('nobody') },
  { weight: 4, arbitrary: fc.constant<Caller>('anonymous visitor') },
  { weight: 5, arbitrary: fc.constant<Caller>('owner') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('Bearer ', 'bearer', 'Bearer  ', 'Basic ', '', 'Bearer eyJhbGciOiJub25lIn0.e30.'),
        longStrings,
      )
      .map(([start, rest]) => ({ authorization: asHeader(start + rest) })),
  },
)

/** Makes a header value: one byte a character, on one line. */
function asHeader(text: string): string {
  return Array.from(text.slice(0, 9_000), (character) => (/^[\x20-\x7e\x80-\xff]$/.test(character) ? character : '_'))
    .join('')
    .trim()
}

/** Requests of every method of the API and of the identity service, with nearly valid and invalid bodies. */
export const bodyRequests: fc.Arbitrary<BodyRequest> = fc.constantFrom(...operations).chain((operation) =>
  fc
    .record({
      body: bodiesFor(operation),
      caller: askers,
      contentType: fc.constantFrom(...contentTypes),
      more: fc.oneof({ weight: 2, arbitrary: fc.constant<Header[]>([]) }, { weight: 1, arbitrary: moreHeaders }),
    })
    .map((parts) => toRequest(operation, parts)),
)

interface Parts {
  readonly body: Buffer
  readonly caller: Caller
  readonly contentType: string
  readonly more: readonly Header[]
}

function toRequest({ method, path, form, fields }: Operation, { body, caller, contentType, more }: Parts): BodyRequest {
  const request = { operation: `${method} ${path}`, method, caller }
  // Without an API key, the identity service does not read the body.
  const key = path.includes('googleapis.com') ? 'key=embedded' : ''
  if (form === 'query') {
    const query = body
      .toString('latin1')
      .replaceAll(/[^\x21-\x7e]/g, '')
      .slice(0, 9_000)
    const headers = more.filter(([name]) => name !== 'Transfer-Encoding')
    return { ...request, target: `${path}?${key}&${query}`, headers }
  }
  const headers = uniqueByName([['Content-Type', contentType], ...more, ...requiredHeaders({ method, form, fields })])
  return { ...request, target: key === '' ? path : `${path}?${key}`, headers, body }
}

/** Headers without which the request is refused before its body is read. */
function requiredHeaders({ method, form, fields }: Pick<Operation, 'method' | 'form' | 'fields'>): Header[] {
  if (form === 'photo') return method === 'PATCH' ? [['Upload-Offset', '0']] : []
  return 'sold' in fields || method === 'PUT' ? [['If-Match', '"{version}"']] : []
}

/** The first header of each name. */
function uniqueByName(all: readonly Header[]): Header[] {
  return all.filter(([name], index) => index === all.findIndex(([other]) => other === name))
}

function bodiesFor(operation: Operation): fc.Arbitrary<Buffer> {
  if (operation.form === 'photo') return photoBodies
  if (operation.form === 'json') return jsonBodies(operation)
  return forms(operation).map((text) => Buffer.from(text))
}
