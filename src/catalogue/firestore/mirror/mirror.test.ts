import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { CollectionReference } from '@google-cloud/firestore'
import { pino } from 'pino'

import { status } from '../../../google/firestore-error.ts'
import { createDocumentReader } from '../item-document.ts'
import { Mirror } from './mirror.ts'

test('while Firestore fails, new callers are refused at once; those that wait get the items when it answers again', async () => {
  const failed = Promise.withResolvers<void>()
  const log = pino({}, { write: () => failed.resolve() })
  let calls = 0
  const refusal = Object.assign(new Error('no permission'), { code: status.permissionDenied })
  const query = { limit: () => query, get: async () => (calls++ === 0 ? Promise.reject(refusal) : { docs: [] }) }
  const items = { orderBy: () => query } as unknown as CollectionReference
  const filled = Promise.withResolvers<readonly string[]>()
  const mirror = new Mirror({ items, reader: createDocumentReader(log), log, onFilled: filled.resolve, onFound() {} })

  const waiting = mirror.items()
  await failed.promise
  await assert.rejects(mirror.items(), { code: 'storage-unavailable' })
  assert.equal(calls, 1)
  assert.equal((await waiting).size, 0)
  assert.deepEqual(await filled.promise, [])
  assert.equal(await mirror.items(), await waiting)
  await mirror.close()
})
