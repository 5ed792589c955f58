import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Hono } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import type { PhotoFile } from './photo-library.ts'
import { createPhotosHandler } from './serve-photos.ts'

test('serve photos: of 500 concurrent requests, 64 read at a time, and all succeed', async () => {
  let underWay = 0
  let most = 0
  const read = async (): Promise<PhotoFile> => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return { bytes: new Uint8Array(1), type: 'image/avif' }
  }
  const app = new Hono<Bindings>().get('/photos/:name', createPhotosHandler({ read }))
  const names = Array.from({ length: 500 }, (_, index) => `${String(index).padStart(32, '0')}-960.avif`)
  const answers = await Promise.all(names.map(async (name) => app.request(`/photos/${name}`)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(most, 64)
})
