import assert from 'node:assert/strict'
import { test } from 'node:test'

import { describeOwnerNotice } from './describe-owner-notice.ts'
import { manage } from './manage.ts'

const by = 'nimali@example.com'

for (const [notice, words] of [
  [{ kind: 'number', by, about: '94771234567' }, `${by} changed the WhatsApp number to +94771234567.`],
  [{ kind: 'number', by: null, about: '' }, 'the person who runs the shop removed the WhatsApp number.'],
  [{ kind: 'phone', by, about: '' }, `${by} removed the phone number.`],
  [{ kind: 'email', by, about: 'a@example.com' }, `${by} changed the e-mail address to a@example.com.`],
  [{ kind: 'payment', by, about: 'By post' }, `${by} changed the text about delivery or payment.`],
  [{ kind: 'adding', by, about: 'anyone' }, `${by} lets anyone add pieces.`],
  [{ kind: 'adding', by, about: '' }, `${by} lets only owners add pieces.`],
  [{ kind: 'owner', by, about: 'b@example.com' }, `b@example.com is now an owner, added by ${by}.`],
  [{ kind: 'password', by, about: '' }, `${by} chose a new password.`],
  [{ kind: 'provider', by, about: 'Google' }, `${by} can now sign in with Google, too.`],
  [{ kind: 'address', by, about: 'c@example.com' }, `${by} now signs in with the e-mail address c@example.com.`],
  [{ kind: 'address', by, about: '' }, `${by} no longer signs in with an e-mail address.`],
  [
    { kind: 'backup', by: null, about: '2026-11-22T12:00:00Z' },
    'The shop was restored from the backup of 22 November, and everybody was signed out.',
  ],
] as const) {
  test(`describeOwnerNotice: ${words}`, () => {
    assert.equal(describeOwnerNotice(notice, manage.notices, 'en-GB'), words)
  })
}
