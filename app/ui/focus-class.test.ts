import assert from 'node:assert/strict'
import { test } from 'node:test'

import { photoLimits } from '../../src/domain/photo.ts'
import { focusStep } from './focus-class.ts'

test('focusStep: the point stays in sight on a card, whatever the shape of the photo', () => {
  for (let percent = 0; percent <= 100; percent += 1) {
    for (const shown of [0.9, 0.5, 0.8 / photoLimits.maxAspect]) {
      // What `object-position` shows of the photo.
      const from = (focusStep(percent) / 10) * (1 - shown)
      const share = percent / 100
      assert.ok(from <= share && share <= from + shown, `${percent} % where ${shown} of the photo is shown`)
    }
  }
})
