import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Photo } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import { english } from '../../../src/messages/english-browser.ts'
import { errorMessage } from '../../api/localized-error.ts'
import { PhotoUploads } from './photo-uploads.ts'
import { RejectedPhotoError, type StepOptions } from './resize-photo.ts'
import type { ResizedPhoto } from './resize-worker.ts'

interface Step<T> {
  readonly name: string
  readonly options: StepOptions & { readonly onProgress?: (share: number) => void; readonly onLastPart?: () => void }
  /** Ends the step with a result or an error, and lets the uploads go on. */
  readonly end: (result: T | Error) => Promise<void>
}

/** The uploads, whose steps the test ends. */
function openUploads() {
  const [resizing, sending]: [Step<ResizedPhoto>[], Step<Photo>[]] = [[], []]
  const take = <T>(steps: Step<T>[], name: string, options: Step<T>['options']) => {
    return new Promise<T>((resolve, reject) => {
      const end = (result: T | Error) => {
        if (result instanceof Error) reject(result)
        else resolve(result)
        return turn()
      }
      options.signal.addEventListener('abort', () => reject(options.signal.reason as Error))
      steps.push({ name, options, end })
    })
  }
  const calls = { listChanges: 0 }
  const uploads = new PhotoUploads(() => (calls.listChanges += 1), {
    resize: ({ name }, options) => take(resizing, name, options),
    send: (_session, { sha256 }, options) => take(sending, sha256, options),
  })
  const add = (...names: string[]) => uploads.add(names.map((name) => new File([name], name)))
  const signIn = () => uploads.setSession({ idToken: () => Promise.resolve('token') })
  const all = (of: 'name' | 'status') => uploads.get().photos.map((one) => one[of])
  const keyOf = (index: number) => uploads.get().photos[index]?.key ?? ''
  const problems = () => uploads.get().problems.map((problem) => errorMessage(problem, english))
  return { uploads, resizing, sending, calls, add, signIn, all, keyOf, problems }
}

function photo(digit: string): Photo {
  return { id: digit.repeat(32), width: 1440, height: 1080, placeholder: '' }
}

function resized(sha256: string): ResizedPhoto {
  return { blob: new Blob([sha256]), sha256 }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('PhotoUploads: a file is resized, waits for a connection and for the session, is uploaded and done', async () => {
  const { uploads, resizing, sending, calls, add, signIn, all } = openUploads()
  add('a')
  assert.deepEqual(all('status'), ['resizing'])
  resizing[0]?.options.onWaiting()
  assert.deepEqual(all('status'), ['waiting'])
  await resizing[0]?.end(resized('a'))
  assert.equal(sending.length, 0)
  signIn()
  sending[0]?.options.onProgress?.(0.5)
  assert.equal(uploads.get().photos[0]?.share, 0.5)
  await sending[0]?.end(photo('1'))
  assert.deepEqual(all('status'), ['done'])
  assert.deepEqual(uploads.ids, [photo('1').id])
  assert.equal(calls.listChanges, 1)
})

test('PhotoUploads: an upload that failed is retried at the step that failed', async () => {
  const { uploads, resizing, sending, add, signIn, all, keyOf } = openUploads()
  signIn()
  add('a')
  await resizing[0]?.end(resized('a'))
  await sending[0]?.end(new Error('Full.'))
  assert.deepEqual(all('status'), ['failed'])
  uploads.retry(keyOf(0))
  assert.equal(resizing.length, 1)
  await sending[1]?.end(photo('1'))
  assert.deepEqual(all('status'), ['done'])
})

test('PhotoUploads: removing a photo cancels its upload, and blocks no other', async () => {
  const { uploads, resizing, add, all, keyOf } = openUploads()
  add('a', 'b', 'c')
  assert.deepEqual(all('status'), ['resizing', 'picked', 'picked'])
  for (const index of [1, 0]) uploads.remove(keyOf(index))
  assert.equal(resizing[0]?.options.signal.aborted, true)
  await turn()
  assert.deepEqual([resizing[1]?.name, resizing.length], ['c', 2])
  assert.deepEqual(all('status'), ['resizing'])
})

test('PhotoUploads: uploads stop with the form, and start again with it', async () => {
  const { uploads, resizing, add } = openUploads()
  const stop = uploads.start()
  add('a')
  stop()
  await turn()
  assert.equal(resizing[0]?.options.signal.aborted, true)
  uploads.start()
  assert.equal(resizing.length, 2)
})

test('PhotoUploads: one photo is resized at a time, and two are uploaded', async () => {
  const { resizing, sending, add, signIn } = openUploads()
  signIn()
  add('a', 'b', 'c', 'd')
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
    assert.equal(resizing.length, index + 1)
    await resizing[index]?.end(resized(name))
  }
  assert.equal(sending.length, 2)
  await sending[0]?.end(photo('1'))
  assert.equal(sending.length, 3)
})

test('PhotoUploads: a file that cannot be read is removed, with a message', async () => {
  const { resizing, add, all, problems } = openUploads()
  add('a', 'b')
  await resizing[0]?.end(new RejectedPhotoError(({ photoRules }) => photoRules.empty))
  assert.deepEqual(all('name'), ['b'])
  assert.deepEqual(problems(), [`a: ${english.photoRules.empty}`])
})

test('PhotoUploads: the same photo is added once, as a file and as a photo that the item has', async () => {
  const { uploads, resizing, sending, add, signIn, problems } = openUploads()
  signIn()
  uploads.setInitial([photo('1')])
  add('a', 'b')
  await resizing[0]?.end(resized('same'))
  await resizing[1]?.end(resized('same'))
  await sending[0]?.end(photo('1'))
  assert.deepEqual(uploads.ids, [photo('1').id])
  assert.deepEqual(problems(), [`b: ${english.photoField.twice}`, `a: ${english.photoField.twice}`])
})

test('PhotoUploads: an item has at most eight photos', () => {
  const { add, all, problems } = openUploads()
  add('a', 'b', 'c', 'd', 'e')
  add('f', 'g', 'h', 'i')
  assert.deepEqual(all('name').join(''), 'abcdefgh')
  const { tooMany } = english.photoField
  assert.deepEqual(problems(), [fill(tooMany, { max: 8, count: 3 })])
  add('j')
  assert.deepEqual(all('name').join(''), 'abcdefgh')
  assert.deepEqual(problems(), [fill(tooMany, { max: 8, count: 0 })])
})

test('PhotoUploads.settled: waits for every photo that is not removed', async () => {
  const { uploads, resizing, sending, add, signIn, keyOf } = openUploads()
  signIn()
  add('a', 'b')
  let isSettled = false
  const settled = uploads.settled(english).then(() => (isSettled = true))
  await resizing[0]?.end(resized('a'))
  await sending[0]?.end(photo('1'))
  assert.equal(isSettled, false)
  uploads.remove(keyOf(1))
  await settled
})

test('PhotoUploads.settled: rejects at the first failure, with the number of the photo', async () => {
  const { uploads, resizing, add } = openUploads()
  uploads.setInitial([photo('1')])
  add('a', 'b')
  const message = fill(english.photoField.failed, { number: 2, words: 'Full.' })
  const rejected = assert.rejects(uploads.settled(english), { message, fields: { photos: message } })
  await resizing[0]?.end(new Error('Full.'))
  await rejected
})

test('PhotoUploads.settled: rejects if a file is rejected meanwhile, and resolves without it the next time', async () => {
  const { uploads, resizing, add } = openUploads()
  uploads.setInitial([photo('1')])
  add('a')
  const message = `a: ${english.photoRules.damaged}`
  const rejected = assert.rejects(uploads.settled(english), { message, fields: { photos: message } })
  await resizing[0]?.end(new RejectedPhotoError(({ photoRules }) => photoRules.damaged))
  await rejected
  await uploads.settled(english)
  assert.deepEqual(uploads.ids, [photo('1').id])
})

test('PhotoUploads.settled: resolves without a file of a photo that the item has', async () => {
  const { uploads, resizing, sending, add, signIn, problems } = openUploads()
  signIn()
  uploads.setInitial([photo('1')])
  add('a')
  const settled = uploads.settled(english)
  await resizing[0]?.end(resized('same'))
  await sending[0]?.end(photo('1'))
  await settled
  assert.deepEqual(problems(), [`a: ${english.photoField.twice}`])
})

test('PhotoUploads.move: a photo moves to another position, and the others shift', () => {
  const { uploads, add, all } = openUploads()
  add('a', 'b', 'c')
  for (const [from, to, expected] of [
    [0, 2, 'bca'],
    [2, 0, 'abc'],
    [1, 1, 'abc'],
    [3, 0, 'abc'],
  ] as const) {
    uploads.move(from, to)
    assert.equal(all('name').join(''), expected)
  }
})

test('PhotoUploads.restore: the files of a draft are resized again, before those picked meanwhile', () => {
  const { uploads, add, all } = openUploads()
  uploads.setInitial([photo('1'), photo('2')])
  add('new')
  uploads.restore([
    { key: 'a', name: 'a', blob: new Blob(['a']) },
    { key: photo('2').id, name: '', photo: photo('2') },
    { key: 'lost', name: 'lost' },
  ])
  assert.deepEqual(all('name'), ['a', '', 'new'])
  assert.deepEqual(all('status'), ['picked', 'done', 'resizing'])
})

test('PhotoUploads.restore: a photo that was added elsewhere is added, and one that was removed there is not', () => {
  const { uploads } = openUploads()
  const draftOf = (...names: string[]) => names.map((name) => ({ key: photo(name).id, name: '', photo: photo(name) }))
  uploads.setInitial([photo('1'), photo('3')])
  uploads.restore(draftOf('2', '1'), [photo('1').id, photo('2').id])
  assert.deepEqual(uploads.ids, [photo('1').id, photo('3').id])
})

test('PhotoUploads.mergeInitial: a changed list gets photos that were added elsewhere, and loses those removed there', async () => {
  const { uploads, resizing, sending, add, signIn, calls } = openUploads()
  const idsOf = (...digits: string[]) => digits.map((digit) => photo(digit).id)
  const merge = (...digits: string[]) => uploads.mergeInitial(digits.map(photo))
  signIn()
  merge('1', '2', '3')
  uploads.remove(photo('1').id)
  add('a')
  await resizing[0]?.end(resized('a'))
  await sending[0]?.end(photo('4'))
  const changes = calls.listChanges
  merge('1', '3', '5')
  assert.deepEqual(uploads.ids, idsOf('3', '4', '5'))
  assert.equal(calls.listChanges, changes + 1)
  merge('3', '4', '5')
  assert.deepEqual(uploads.ids, idsOf('3', '4', '5'))
  uploads.remove(photo('5').id)
  merge('3')
  assert.deepEqual(uploads.ids, idsOf('3'))
})

test('PhotoUploads.rebase: a photo that was removed while it was saved stays removed', () => {
  const { uploads } = openUploads()
  const ids = ['1', '2', '3'].map((digit) => photo(digit).id)
  uploads.mergeInitial([photo('1'), photo('2')])
  uploads.rebase(ids)
  uploads.mergeInitial([photo('1'), photo('2'), photo('3')])
  assert.deepEqual(uploads.ids, ids.slice(0, 2))
})

test('PhotoUploads.draft: has the picked files, and nothing until the photos are changed', () => {
  const { uploads, add, keyOf } = openUploads()
  const draft = () => uploads.draft
  uploads.setInitial([photo('1')])
  assert.equal(draft(), undefined)
  add('a')
  const [old, added] = draft() ?? []
  assert.deepEqual(old, { key: photo('1').id, name: '', photo: photo('1') })
  assert.deepEqual([added?.key, added?.name, added?.blob instanceof File], [keyOf(1), 'a', true])
  uploads.reset()
  assert.equal(draft(), undefined)
  uploads.setInitial([photo('2')])
  assert.deepEqual(uploads.ids, [photo('2').id])
})

test('PhotoUploads: a reset can be undone, and uploads continue where they were', async () => {
  const { uploads, resizing, sending, add, signIn, all } = openUploads()
  signIn()
  add('a', 'b', 'c')
  await resizing[0]?.end(resized('a'))
  await sending[0]?.end(photo('1'))
  await resizing[1]?.end(resized('b'))
  assert.deepEqual(all('status'), ['done', 'uploading', 'resizing'])
  const [ids, draft] = [uploads.ids, uploads.draft]
  const undo = uploads.reset()
  await turn()
  assert.deepEqual([all('name'), uploads.draft], [[], undefined])
  undo()
  assert.deepEqual([uploads.ids, uploads.draft], [ids, draft])
  assert.deepEqual([resizing.length, resizing[3]?.name, sending[2]?.name], [4, 'c', 'b'])
  sending[2]?.options.onLastPart?.()
  assert.deepEqual(all('status'), ['done', 'finishing', 'resizing'])
  await sending[2]?.end(new Error('Full.'))
  assert.match(uploads.failure(english) ?? '', /^Photo 2 couldn’t be uploaded\. Full\.$/)
  uploads.reset()
  assert.equal(uploads.failure(english), undefined)
})
