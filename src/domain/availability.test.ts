import assert from 'node:assert/strict'
import { test } from 'node:test'

import { availabilityOf } from './availability.ts'

for (const [sold, reserved, madeToOrder, availability] of [
  [false, false, false, 'available'],
  [false, false, true, 'madeToOrder'],
  [false, true, false, 'reserved'],
  [false, true, true, 'reserved'],
  [true, false, true, 'sold'],
  [true, true, true, 'sold'],
] as const) {
  test(`availabilityOf: ${JSON.stringify({ sold, reserved, madeToOrder })} is ${availability}`, () => {
    assert.equal(availabilityOf({ sold, reserved, madeToOrder }), availability)
  })
}
