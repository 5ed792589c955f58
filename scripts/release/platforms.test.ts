import assert from 'node:assert/strict'
import { it } from 'node:test'

import { choosePlatforms, platforms } from './platforms.ts'

it('choosePlatforms: those that are named, all without a name, and an error for another name', () => {
  assert.deepEqual(choosePlatforms([]), platforms)
  assert.deepEqual(
    choosePlatforms(['linux-arm64']).map(({ name }) => name),
    ['linux-arm64'],
  )
  assert.throws(
    () => choosePlatforms(['linux-x64', 'linux-amd64']),
    /no release for linux-amd64: only for linux-x64, linux-arm64/,
  )
})
