import assert from 'node:assert/strict'
import { test } from 'node:test'

import { defaultSettings, toSettingsRequest } from '../../src/domain/shop-settings.ts'
import { changedTexts, toTexts, type SettingTexts } from './settings-fields.ts'

const texts: SettingTexts = {
  ...toTexts(toSettingsRequest(defaultSettings)),
  noticeKind: 'closed',
  noticeUntil: '2026-12-20',
}

for (const [what, input, changed] of [
  ['the last day', { noticeUntil: '2026-12-30' }, { noticeKind: 'closed', noticeUntil: '2026-12-30' }],
  ['the kind', { noticeKind: '' }, { noticeKind: '', noticeUntil: '2026-12-20' }],
  [
    'a text',
    { noticeText: 'Back soon.' },
    { noticeText: 'Back soon.', noticeKind: 'closed', noticeUntil: '2026-12-20' },
  ],
  [
    'a translation',
    { 'noticeText@si': 'x' },
    { 'noticeText@si': 'x', noticeKind: 'closed', noticeUntil: '2026-12-20' },
  ],
] as const) {
  test(`changedTexts: ${what} of a notice has its kind and last day with it`, () => {
    assert.deepEqual(changedTexts(texts, { ...texts, ...input }), changed)
  })
}

test('changedTexts: other fields leave the notice out', () => {
  assert.deepEqual(changedTexts(texts, { ...texts, place: 'Kandy' }), { place: 'Kandy' })
  assert.deepEqual(changedTexts(texts, texts), {})
})
