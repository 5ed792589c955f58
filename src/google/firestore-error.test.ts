import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import { describeFirestoreError, isRetryable, status, toShopError, withTimeout } from './firestore-error.ts'

const failure = (code: number) => Object.assign(new Error(`${code} SAID: by Google\nand more`), { code })
const unavailable = 14

for (const [what, error, words, mayPass] of [
  ['no answer', failure(unavailable), problems.storageUnavailable, true],
  ['no answer in time', failure(status.deadlineExceeded), problems.storageDeadline, true],
  ['a quota', failure(status.resourceExhausted), problems.storageQuota, false],
  ['no permission', failure(status.permissionDenied), problems.storageNotAllowed, false],
  ['no permission, in words alone', new Error('Error 7: Missing permissions.'), problems.storageNotAllowed, false],
  ['no project', failure(status.notFound), problems.storageNotAllowed, false],
  ['credentials', failure(status.unauthenticated), problems.storageNotAllowed, false],
  ['what nobody thought of', new TypeError('oh'), problems.storageUnavailable, true],
] as const) {
  test(`in words for people, and whether it may pass: ${what}`, () => {
    const { code, message, cause } = toShopError(error)
    assert.deepEqual({ code, message, cause }, { code: 'storage-unavailable', message: words, cause: error })
    assert.equal(isRetryable(error), mayPass)
  })
}

test('an error for people stays what it is', () => {
  const error = new ShopError('storage-unavailable', 'Closed.')
  assert.equal(toShopError(error), error)
})

test('its owner is told in one line, with the project', () => {
  const line = describeFirestoreError(failure(status.permissionDenied), 'wool-shop')
  assert.match(
    line,
    /^Cloud Firestore of the project wool-shop cannot be used: .*roles\/datastore\.user.* by Google\)$/,
  )
})

test('what takes too long fails as Firestore itself would', async () => {
  await assert.rejects(withTimeout(1, new Promise(() => {})), { code: status.deadlineExceeded })
  assert.equal(await withTimeout(60_000, Promise.resolve('in time')), 'in time')
})
