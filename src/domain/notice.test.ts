import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { english } from '../messages/english.ts'
import { absentValues } from './field-table.ts'
import { isInvalidInput } from './invalid-input.ts'
import { noticeFields, type Notice } from './notice-fields.ts'
import { describeNotice, hasNoticeEnded } from './notice.ts'
import { parseShopSettings } from './shop-settings.ts'

const none = absentValues(noticeFields)
const friday = '2026-11-27'
const fridayInWords = 'Friday 27 November'

const pageLine = (notice: Partial<Notice>) => describeNotice({ ...none, ...notice }, english.notice, 'en')
const enquiryLine = (notice: Partial<Notice>) => describeNotice({ ...none, ...notice }, english.enquiry.notice, 'en')

describe('describeNotice', () => {
  for (const [notice, onPages, inEnquiries] of [
    [{}, undefined, undefined],
    [{ noticeText: 'Of last year.' }, undefined, undefined],
    [{ noticeKind: 'closed' }, 'We’re closed for now.', 'I know that you are closed for now.'],
    [
      { noticeKind: 'closed', noticeUntil: friday, noticeText: 'At a fair.' },
      `We’re closed until ${fridayInWords}. At a fair.`,
      `I know that you are closed until ${fridayInWords}. I have read: “At a fair.”`,
    ],
    [{ noticeKind: 'madeToOrder' }, 'Everything is made to order.', 'I know that you make it to order.'],
    [
      { noticeKind: 'madeToOrder', noticeWeeks: 4 },
      'Everything is made to order, ready in about 4 weeks.',
      'I know that you make it to order, in about 4 weeks.',
    ],
    [
      { noticeKind: 'orderBy', noticeUntil: friday },
      `Order by ${fridayInWords}.`,
      `I know that you take orders until ${fridayInWords}.`,
    ],
    [{ noticeKind: 'text', noticeText: 'New yarn!' }, 'New yarn!', 'I have read: “New yarn!”'],
  ] as const) {
    test(`of ${JSON.stringify(notice)}`, () => {
      assert.deepEqual([pageLine(notice), enquiryLine(notice)], [onPages, inEnquiries])
    })
  }
})

test('hasNoticeEnded: after its last day; a notice without one stays, and no notice has none', () => {
  const closed = { ...none, noticeKind: 'closed', noticeUntil: friday } as const
  assert.deepEqual(
    [
      hasNoticeEnded(closed, friday),
      hasNoticeEnded(closed, '2026-11-28'),
      hasNoticeEnded({ ...closed, noticeUntil: null }, '2026-11-28'),
      hasNoticeEnded({ ...closed, noticeKind: null }, '2026-11-28'),
    ],
    [false, true, false, false],
  )
})

describe('parseShopSettings', () => {
  for (const [notice, field] of [
    [{ noticeKind: 'sale' }, 'noticeKind'],
    [{ noticeKind: 'orderBy' }, 'noticeUntil'],
    [{ noticeKind: 'orderBy', noticeUntil: 'Friday' }, 'noticeUntil'],
    [{ noticeKind: 'text', noticeText: ' ' }, 'noticeText'],
    [{ noticeText: 'x'.repeat(121) }, 'noticeText'],
    [{ noticeWeeks: 0 }, 'noticeWeeks'],
  ] as const) {
    test(`refuses ${JSON.stringify(notice).slice(0, 60)}`, () => {
      const refuse = () => parseShopSettings({ name: 'Wool', ...notice })
      assert.throws(refuse, (error) => isInvalidInput(error) && Object.keys(error.fields ?? {}).join() === field)
    })
  }
})
