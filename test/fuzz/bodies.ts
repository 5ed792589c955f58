import * as fc from 'fast-check'

import type { Operation } from './api-operations.ts'
import { hostileJson, hostileStrings, longStrings } from './hostile-values.ts'

/** Names of unknown fields, and of some that only the shop may set. */
const strangeNames = [
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', '', ' ', '0', 'length', '\ud800'],
  ['id', 'uid', 'localId', 'createdAt', 'version', 'sold', 'hidden', 'removedAt', 'customAttributes', 'disableUser'],
  [
    'validSince',
    'emailVerified',
    'targetProjectId',
    'mfaInfo',
    'phoneNumber',
    'grantType',
    'refreshToken',
    'x'.repeat(9_000),
  ],
].flat()

type Field = readonly [name: string, json: string]

/** Mostly valid fields: some are missing, invalid, repeated or unknown. */
function fieldsOf({ fields }: Operation): fc.Arbitrary<Field[]> {
  const known = Object.entries(fields).map(([name, value]): fc.Arbitrary<Field[]> => {
    const good: Field = [name, JSON.stringify(value)]
    const bad = hostileJson.map((json): Field => [name, json])
    return fc.oneof<fc.MaybeWeightedArbitrary<Field[]>[]>(
      { weight: 4 + 4 * Object.keys(fields).length, arbitrary: fc.constant([good]) },
      { weight: 6, arbitrary: fc.constant<Field[]>([]) },
      { weight: 2, arbitrary: bad.map((field) => [field]) },
      { weight: 1, arbitrary: bad.map((field) => [good, field]) },
      { weight: 1, arbitrary: bad.map((field) => [field, good]) },
    )
  })
  const strange = fc.oneof<fc.MaybeWeightedArbitrary<Field[]>[]>(
    { weight: 6, arbitrary: fc.constant<Field[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(fc.constantFrom(...strangeNames), hostileJson), { maxLength: 3 }) },
  )
  return fc.tuple(...known, strange).map((all) => all.flat())
}

/** A JSON body: an object with an operation's fields, or anything else. */
export function jsonBodies(operation: Operation): fc.Arbitrary<Buffer> {
  const objects = fieldsOf(operation).map(writeObject)
  return fc.oneof(
    { weight: 12, arbitrary: objects.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: hostileJson.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.tuple(objects, fc.double({ min: 0, max: 1, noNaN: true })).map(truncate) },
    { weight: 1, arbitrary: fc.tuple(objects, fc.nat()).map(withInvalidUtf8) },
    { weight: 1, arbitrary: objects.map((text) => Buffer.from(`\ufeff${text}`)) },
    { weight: 1, arbitrary: objects.map((text) => Buffer.from(`${' '.repeat(40_000)}${text}\n\n//`)) },
    { weight: 1, arbitrary: objects.map((text) => Buffer.from(text, 'utf16le')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  )
}

/** A form body, or a query. */
export function forms(operation: Operation): fc.Arbitrary<string> {
  const encoded = fieldsOf(operation).map((fields) =>
    fields.map(([name, json]) => `${encode(name)}=${encode(plain(json))}`).join('&'),
  )
  const raw = fc.oneof(
    hostileStrings,
    fc
      .constantFrom('&', '=', '&=', 'a&', '%', '%zz=', '+', 'key=embedded&', '__proto__=1&')
      .chain((unit) =>
        fc.integer({ min: 1, max: 66_000 }).map((length) => unit.repeat(Math.ceil(length / unit.length))),
      ),
  )
  return fc.oneof(
    { weight: 8, arbitrary: encoded },
    { weight: 1, arbitrary: fc.tuple(encoded, raw).map(([good, bad]) => `${good}&${bad}`) },
    { weight: 1, arbitrary: raw },
  )
}

const photoSignatures = [
  ['ffd8ffe000104a46494600010100000100010000', '89504e470d0a1a0a0000000d49484452ffffffffffffffff0802000000'],
  [
    '52494646ffffffff57454250565038',
    '0000001c66747970617669660000000061766966',
    '474946383961ffffffff',
    '3c737667',
    '',
  ],
].flat()

/** Bytes that start like a photo. */
export const photoBodies: fc.Arbitrary<Buffer> = fc
  .tuple(fc.constantFrom(...photoSignatures), fc.uint8Array({ maxLength: 400 }), longStrings)
  .map(([start, bytes, rest]) => Buffer.concat([Buffer.from(start, 'hex'), bytes, Buffer.from(rest)]))

function writeObject(fields: readonly Field[]): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}

function truncate([text, share]: readonly [string, number]): Buffer {
  return Buffer.from(text.slice(0, Math.floor(text.length * share)))
}

function withInvalidUtf8([text, at]: readonly [string, number]): Buffer {
  const index = at % (text.length + 1)
  return Buffer.concat([
    Buffer.from(text.slice(0, index)),
    Buffer.from('c0aff5ed', 'hex'),
    Buffer.from(text.slice(index)),
  ])
}

function plain(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json
}

/** Percent-encodes all but placeholders such as `{itemId}`. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%7B(\w+)%7D/g, '{$1}')
}
