import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readConfig } from '../config/config.ts'
import { report } from './doctor.ts'
import type { Finding } from './doctor.ts'

const config = readConfig({ SHOP_ORIGIN: 'https://shop.example' })
const well: Finding = { url: 'https://shop.example/', faults: [], isElsewhere: false }

test('a picture elsewhere is no fault, but is said', () => {
  assert.deepEqual(
    report([well, { ...well, url: 'https://shop.example/item/a', isElsewhere: true }], config).split('\n'),
    [
      'https://shop.example/item/a  Note: its picture is elsewhere on the web, and the shop has no copy of it.',
      'Links that were looked at: 2. Not as they should be: 0.',
    ],
  )
})

test('of more pieces than the list has, it is said that some were left out', () => {
  const lines = report(
    Array.from({ length: 5_001 }, () => well),
    config,
  ).split('\n')
  assert.equal(lines.at(-1), 'There are more pieces: only the newest were looked at.')
})
