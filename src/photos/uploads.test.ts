import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { ageFiles, countOutcomes } from './test-support.ts'
import { openUploads, type UploadKey } from './uploads.ts'

const firstPart = () => Readable.from([Buffer.from('a first part')])

/** Upload keys, by the account that sends them. */
function keys(count: number, uidOf: (number: number) => string): UploadKey[] {
  return Array.from({ length: count }, (_, number) => ({
    uid: uidOf(number),
    sha256: createHash('sha256').update(String(number)).digest('hex'),
  }))
}

describe('concurrent uploads', () => {
  test('of one account: at most sixteen are accepted', async (t) => {
    const folder = temporaryFolder(t)
    const uploads = await openUploads(folder)
    const begin = (key: UploadKey) => uploads.append(key, 0, firstPart())
    const mine = keys(100, () => 'me')
    assert.deepEqual(await countOutcomes(mine.map(begin)), { done: 16, 'too-many-requests': 84 })
    assert.equal((await readdir(folder)).length, 16)
  })

  test('of many accounts: at most a hundred are accepted', async (t) => {
    const folder = temporaryFolder(t)
    const uploads = await openUploads(folder)
    const all = keys(150, (number) => `account ${number}`)
    const outcomes = await countOutcomes(all.map((key) => uploads.append(key, 0, firstPart())))
    assert.deepEqual(outcomes, { done: 100, 'photos-busy': 50 })
    assert.equal((await readdir(folder)).length, 100)
  })
})

test('an upload that is being sent again goes on when the earlier request of the same photo is finished', async (t) => {
  const uploads = await openUploads(temporaryFolder(t))
  const [key] = keys(1, () => 'me')
  assert.ok(key)
  using earlier = uploads.hold(key)
  await uploads.append(key, 0, firstPart())
  using later = uploads.hold(key)
  await uploads.remove(key)
  assert.equal(await uploads.append(key, 0, firstPart()), 12)
  await earlier.removeFinished()
  assert.equal(await uploads.offset(key), 12)
  await later.removeFinished()
  assert.equal(await uploads.offset(key), 0)
})

describe('a hundred uploads of one network', () => {
  const theirs = keys(100, (number) => `account ${number % 10}`)
  const others = Array.from({ length: 3 }, (_, number) => ({ uid: `other ${number}`, sha256: 'f'.repeat(64) }))
  const fill = async (t: TestContext) => {
    const folder = temporaryFolder(t)
    const uploads = await openUploads(folder)
    for (const key of theirs) await uploads.append(key, 0, firstPart(), 'many').catch(() => undefined)
    return { folder, uploads }
  }

  test('do not block other networks: the least recently active upload is evicted', async (t) => {
    const { folder, uploads } = await fill(t)
    const [first, second] = theirs
    assert.ok(first && second)
    await uploads.append(first, 12, firstPart(), 'many')
    for (const key of others) assert.equal(await uploads.append(key, 0, firstPart(), 'few'), 12)
    assert.equal((await readdir(folder)).length, 100)
    assert.deepEqual([await uploads.offset(first), await uploads.offset(second)], [24, 0])
    const more = { uid: 'one more', sha256: '0'.repeat(64) }
    await assert.rejects(uploads.append(more, 0, firstPart(), 'many'), { code: 'photos-busy' })
  })

  test('are evicted also while they are being received', async (t) => {
    const { uploads } = await fill(t)
    const [other] = others
    assert.ok(other)
    const reading = theirs.map(() => Promise.withResolvers<void>())
    const arriving = theirs.map((key, index) =>
      uploads.append(key, 12, new Readable({ read: () => reading[index]?.resolve() }), 'many'),
    )
    const outcomes = countOutcomes(arriving)
    await Promise.all(reading.map(({ promise }) => promise))
    assert.equal(await uploads.append(other, 0, firstPart(), 'few'), 12)
    await assert.rejects(Promise.race([...arriving, Promise.resolve('none has ended')]), { code: 'invalid-request' })
    await Promise.all(theirs.map((key) => uploads.remove(key)))
    assert.deepEqual(await outcomes, { 'invalid-request': 100 })
  })
})

describe('the slot of an upload', () => {
  const fill = async (folder: string) => {
    const uploads = await openUploads(folder)
    const [next, ...begun] = keys(17, () => 'me')
    assert.ok(next)
    for (const key of begun) await uploads.append(key, 0, firstPart())
    await assert.rejects(uploads.append(next, 0, firstPart()), { code: 'too-many-requests' })
    return { uploads, next, begun }
  }

  test('stays taken after a restart', async (t) => {
    const folder = temporaryFolder(t)
    const { next } = await fill(folder)
    await assert.rejects((await openUploads(folder)).append(next, 0, firstPart()), { code: 'too-many-requests' })
  })

  test('is free once the upload is finished, and once its file is gone', async (t) => {
    const folder = temporaryFolder(t)
    const { uploads, next, begun } = await fill(folder)
    const [done, lost] = begun
    assert.ok(done && lost)
    await uploads.remove(done)
    assert.equal(await uploads.append(next, 0, firstPart()), 12)
    await assert.rejects(uploads.append(done, 0, firstPart()), { code: 'too-many-requests' })
    await rm(uploads.path(lost))
    await uploads.removeStale()
    assert.equal(await uploads.append(done, 0, firstPart()), 12)
  })

  test('is taken only once by an upload that resumes', async (t) => {
    const { uploads, begun } = await fill(temporaryFolder(t))
    const [first] = begun
    assert.ok(first)
    assert.equal(await uploads.append(first, 12, firstPart()), 24)
  })

  test('is free again when no byte was received, and when the body was too large', async (t) => {
    const folder = temporaryFolder(t)
    const uploads = await openUploads(folder)
    for (const key of keys(20, () => 'me')) {
      const broken = new Readable({ read: () => broken.destroy(new Error('The connection is lost.')) })
      await assert.rejects(uploads.append(key, 0, broken), { code: 'invalid-request' })
      const endless = Readable.from(Array.from({ length: 16 }, () => Buffer.alloc(1024 ** 2)))
      await assert.rejects(uploads.append(key, 0, endless), { code: 'body-too-large' })
    }
    assert.deepEqual(await readdir(folder), [])
  })
})

test('uploads: stop on a nearly full disk, leaving space for items and accounts', async (t) => {
  const folder = temporaryFolder(t)
  const [key] = keys(1, () => 'me')
  assert.ok(key)
  const gigabytes = (size: number, free: number) => () =>
    Promise.resolve({ size: size * 1024 ** 3, free: free * 1024 ** 3 })
  const append = async (size: number, free: number) => {
    const uploads = await openUploads(folder, gigabytes(size, free))
    return uploads.append(key, await uploads.offset(key), firstPart())
  }
  await assert.rejects(append(100, 0.4), { code: 'storage-unavailable' })
  assert.equal(await append(100, 0.6), 12)
  await assert.rejects(append(1, 0.04), { code: 'storage-unavailable' })
  assert.equal(await append(1, 0.06), 24)
  assert.equal(await append(0, 0), 36, 'a disk that reports no size')
})

test('uploads: inactive uploads are removed after an hour', async (t) => {
  const folder = temporaryFolder(t)
  const uploads = await openUploads(folder)
  const [old, young] = keys(2, () => 'me')
  assert.ok(old && young)
  for (const key of [old, young]) await uploads.append(key, 0, firstPart())
  await ageFiles(folder, 3_700_000, basename(uploads.path(old)))
  await uploads.removeStale()
  assert.deepEqual([await uploads.offset(old), await uploads.offset(young)], [0, 12])
})

test('uploads: of two concurrent parts of an upload, one is written', async (t) => {
  const uploads = await openUploads(temporaryFolder(t))
  const [key] = keys(1, () => 'me')
  assert.ok(key)
  const outcomes = await countOutcomes([uploads.append(key, 0, firstPart()), uploads.append(key, 0, firstPart())])
  assert.equal(outcomes['done'], 1)
  assert.equal(await uploads.offset(key), 12)
})
