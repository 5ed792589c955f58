import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { cardSize, photoHeight, photoWidth } from '../../src/domain/photo.ts'
import { decode } from '../../src/photos/encoder/decode.ts'
import { encode } from '../../src/photos/encoder/encode.ts'
import { render } from './art/looks.ts'
import { takePhoto } from './photos.ts'

/** Maximum bytes of an AVIF, by its width. */
const budgets = { 540: cardSize.bytes, 960: 70_000 }

/** The aran sweater has the most visible stitches, and so the most bytes. */
const looks = ['aranSweater', 'watchBeanie'] as const

describe('demo photos', { concurrency: false }, () => {
  for (const look of looks) {
    it(`${look} renders deterministically, within its size budgets`, async () => {
      const photo = await takePhoto(render(look))
      assert.deepEqual(await takePhoto(render(look)), photo)
      const { width, height, files } = await encode(await decode(photo))
      assert.deepEqual([width, height], [photoWidth, photoHeight])
      for (const [each, budget] of Object.entries(budgets)) {
        const bytes = new Map(files).get(`-${each}.avif`)?.length ?? Infinity
        assert.ok(bytes <= budget, `${bytes} bytes at ${each}`)
      }
    })
  }
})
