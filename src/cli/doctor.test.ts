import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readConfig } from '../config/config.ts'
import { report, type Finding } from './doctor.ts'

const config = readConfig({ SHOP_ORIGIN: 'https://shop.example' })
const correct: Finding = { url: 'https://shop.example/', faults: [], isRemoteImage: false }

test('doctor: an image on another server is noted, but not a fault', () => {
  assert.deepEqual(
    report([correct, { ...correct, url: 'https://shop.example/item/a', isRemoteImage: true }], config).split('\n'),
    [
      'https://shop.example/item/a  Note: its picture is on another website, and the shop has no copy.',
      'Checked 2 links: 0 need fixing.',
    ],
  )
})

test('doctor: a full sitemap is noted: more items exist', () => {
  const lines = report(
    Array.from({ length: 5_001 }, () => correct),
    config,
  ).split('\n')
  assert.equal(lines.at(-1), 'There are more pieces: only the newest were checked.')
})
