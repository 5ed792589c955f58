import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import { describeFirestoreError, isRetryable, status, toShopError, withTimeout } from './firestore-error.ts'

const failure = (code: number) => Object.assign(new Error(`${code} SAID: by Google\nand more`), { code })
const unavailable = 14

for (const [what, error, expectedMessage, retryable] of [
  ['no answer', failure(unavailable), problems.storageUnavailable, true],
  ['no answer in time', failure(status.deadlineExceeded), problems.storageDeadline, true],
  ['quota exceeded', failure(status.resourceExhausted), problems.storageQuota, false],
  ['no permission', failure(status.permissionDenied), problems.storageNotAllowed, false],
  [
    'no permission, with the code only in the message',
    new Error('Error 7: Missing permissions.'),
    problems.storageNotAllowed,
    false,
  ],
  ['no project', failure(status.notFound), problems.storageNotAllowed, false],
  ['invalid credentials', failure(status.unauthenticated), problems.storageNotAllowed, false],
  ['an unexpected error', new TypeError('oh'), problems.storageUnavailable, true],
] as const) {
  test(`toShopError, isRetryable: ${what}`, () => {
    const { code, message, cause } = toShopError(error)
    assert.deepEqual({ code, message, cause }, { code: 'storage-unavailable', message: expectedMessage, cause: error })
    assert.equal(isRetryable(error), retryable)
  })
}

test('toShopError: leaves a ShopError as it is', () => {
  const error = new ShopError('storage-unavailable', 'Closed.')
  assert.equal(toShopError(error), error)
})

test('describeFirestoreError: one line for the owner, with the project and the missing role', () => {
  const line = describeFirestoreError(failure(status.permissionDenied), 'wool-shop')
  assert.match(
    line,
    /^Cloud Firestore of the project wool-shop cannot be used: .*roles\/datastore\.user.* by Google\)$/,
  )
})

test('withTimeout: rejects with Firestore’s own error on a timeout', async () => {
  await assert.rejects(withTimeout(1, new Promise(() => {})), { code: status.deadlineExceeded })
  assert.equal(await withTimeout(60_000, Promise.resolve('in time')), 'in time')
})
