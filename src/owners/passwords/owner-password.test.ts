import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isOwnerPassword } from './owner-password.ts'

const refused = [
  '',
  'short',
  'nine char',
  '🧶🧶🧶🧶🧶🧶🧶🧶🧶',
  '1234567890',
  'Password123',
  'qwertyuiop',
  'PASSWORDPASSWORD',
]
const allowed = ['ten chars!', '🧶🧶🧶🧶🧶🧶🧶🧶🧶🧶', 'a good password', 'correct horse battery']

for (const [passwords, isAllowed] of [
  [refused, false],
  [allowed, true],
] as const) {
  for (const password of passwords) {
    test(`an owner’s password: ${JSON.stringify(password)} is ${isAllowed ? 'allowed' : 'refused'}`, () => {
      assert.equal(isOwnerPassword(password), isAllowed)
    })
  }
}
