import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toPlainReason } from './plain-reason.ts'

for (const [message, plain] of [
  ['INVALID_EMAIL', 'This is not an e-mail address.'],
  ['USER_NOT_FOUND : No account has this id or this address.', 'No account has this id or this address.'],
  ['FORBIDDEN_CLAIM : sub', '--claims must not contain "sub": the shop sets it itself.'],
  ['There is no shop in /srv/DATA_DIR.', 'There is no shop in /srv/DATA_DIR.'],
] as const) {
  test(`a refused command says why without a code: ${message}`, () => assert.equal(toPlainReason(message), plain))
}
