import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { Hono } from 'hono'

import { isShopError } from '../../domain/errors.ts'
import { readVersion, toTag } from './entity-tag.ts'

/** @returns the version, or the code of the error. */
async function read(tag: string | undefined): Promise<string> {
  const app = new Hono()
  app.put('/', (context) => context.text(readVersion(context)))
  app.onError((error, context) => context.text(isShopError(error) ? error.code : String(error)))
  const answer = await app.request('/', { method: 'PUT', headers: tag === undefined ? {} : { 'If-Match': tag } })
  return answer.text()
}

describe('If-Match', () => {
  for (const [of, tag] of [
    ['the shop', toTag({ version: '1a' })],
    ['a proxy that compresses, such as nginx', 'W/"1a"'],
    ['a proxy that compresses, such as Apache', '"1a-gzip"'],
  ] as const) {
    test(`with a tag of ${of}, names the version`, async () => assert.equal(await read(tag), '1a'))
  }

  for (const tag of [undefined, '*', '""', '1a', '"1a", "2b"', '"1a-"', 'w/"1a"', '"1a-gzip-br"']) {
    test(`${tag}: is refused`, async () => assert.equal(await read(tag), 'version-required'))
  }
})
