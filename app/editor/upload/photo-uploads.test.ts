import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import type { Photo } from '../../../src/domain/photo.ts'
import { english } from '../../../src/messages/english-browser.ts'
import type { TokenSource } from '../../api/api-client.ts'
import { errorMessage } from '../../api/localized-error.ts'
import { PhotoUploads } from './photo-uploads.ts'
import { RejectedPhotoError } from './resize-photo.ts'
import type { ResizedPhoto } from './resize-worker.ts'

type Steps = NonNullable<ConstructorParameters<typeof PhotoUploads>[1]>

/** A step that is running for a photo, until the test ends it. */
interface Step<T, O> extends PromiseWithResolvers<T> {
  readonly name: string
  readonly options: O
}

const session: TokenSource = { idToken: () => Promise.resolve('token') }

/** The machine, with steps that the test ends. */
function openUploads() {
  const resizing: Step<ResizedPhoto, Parameters<Steps['resize']>[1]>[] = []
  const sending: Step<Photo, Parameters<Steps['send']>[2]>[] = []
  let listChanges = 0
  const take = <T, O extends { signal: AbortSignal }>(steps: Step<T, O>[], name: string, options: O) => {
    const step = { ...Promise.withResolvers<T>(), name, options }
    options.signal.addEventListener('abort', () => step.reject(options.signal.reason))
    steps.push(step)
    return step.promise
  }
  const uploads = new PhotoUploads(() => (listChanges += 1), {
    resize: ({ name }, options) => take(resizing, name, options),
    send: (_session, { sha256 }, options) => take(sending, sha256, options),
  })
  return { uploads, resizing, sending, listChanges: () => listChanges }
}

function files(...names: string[]): File[] {
  return names.map((name) => new File([name], name))
}

function photo(digit: string): Photo {
  return { id: digit.repeat(32), width: 1440, height: 1080, placeholder: '' }
}

function namesOf(uploads: PhotoUploads): string[] {
  return uploads.get().photos.map(({ name }) => name)
}

function statusesOf(uploads: PhotoUploads): string[] {
  return uploads.get().photos.map(({ status }) => status)
}

function problemsOf(uploads: PhotoUploads): string[] {
  return uploads.get().problems.map((problem) => errorMessage(problem, english))
}

const resized = (sha256: string): ResizedPhoto => ({ blob: new Blob([sha256]), sha256 })

/** Lets the jobs go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('PhotoUploads: a job', () => {
  test('resizes a picked file, says when it waits for a connection, uploads once there is a session, and is done', async () => {
    const { uploads, resizing, sending, listChanges } = openUploads()
    uploads.add(files('a'))
    await turn()
    assert.deepEqual(statusesOf(uploads), ['resizing'])
    resizing[0]?.options.onWaiting()
    assert.deepEqual(statusesOf(uploads), ['waiting'])
    resizing[0]?.resolve(resized('a'))
    await turn()
    assert.equal(sending.length, 0)
    uploads.setSession(session)
    await turn()
    sending[0]?.options.onProgress(0.5)
    assert.equal(uploads.get().photos[0]?.share, 0.5)
    sending[0]?.resolve(photo('1'))
    await turn()
    assert.deepEqual(statusesOf(uploads), ['done'])
    assert.deepEqual(uploads.ids, [photo('1').id])
    assert.equal(listChanges(), 1)
  })

  test('that failed is retried at the step that failed', async () => {
    const { uploads, resizing, sending } = openUploads()
    uploads.setSession(session)
    uploads.add(files('a'))
    await turn()
    resizing[0]?.resolve(resized('a'))
    await turn()
    sending[0]?.reject(new Error('Full.'))
    await turn()
    assert.deepEqual(statusesOf(uploads), ['failed'])
    uploads.retry(uploads.get().photos[0]?.key ?? '')
    await turn()
    assert.equal(resizing.length, 1)
    sending[1]?.resolve(photo('1'))
    await turn()
    assert.deepEqual(statusesOf(uploads), ['done'])
  })

  test('is cancelled when its photo is removed, and blocks no other', async () => {
    const { uploads, resizing } = openUploads()
    uploads.add(files('a', 'b', 'c'))
    await turn()
    assert.deepEqual(statusesOf(uploads), ['resizing', 'picked', 'picked'])
    for (const index of [1, 0]) uploads.remove(uploads.get().photos[index]?.key ?? '')
    assert.equal(resizing[0]?.options.signal.aborted, true)
    await turn()
    assert.deepEqual(
      resizing.map(({ name }) => name),
      ['a', 'c'],
    )
    assert.deepEqual(statusesOf(uploads), ['resizing'])
  })

  test('stops with the form, and starts again with it', async () => {
    const { uploads, resizing } = openUploads()
    const stop = uploads.start()
    uploads.add(files('a'))
    await turn()
    stop()
    assert.equal(resizing[0]?.options.signal.aborted, true)
    uploads.start()
    await turn()
    assert.equal(resizing.length, 2)
  })
})

test('PhotoUploads: one photo is resized at a time, and two are uploaded', async () => {
  const { uploads, resizing, sending } = openUploads()
  uploads.setSession(session)
  uploads.add(files('a', 'b', 'c', 'd'))
  for (const name of ['a', 'b', 'c', 'd']) {
    await turn()
    assert.equal(resizing.at(-1)?.name, name)
    resizing.at(-1)?.resolve(resized(name))
  }
  await turn()
  assert.equal(sending.length, 2)
  sending[0]?.resolve(photo('1'))
  await turn()
  assert.equal(sending.length, 3)
})

describe('PhotoUploads: rejected photos', () => {
  test('a file that cannot be read is removed, with a message', async () => {
    const { uploads, resizing } = openUploads()
    uploads.add(files('a', 'b'))
    await turn()
    resizing[0]?.reject(new RejectedPhotoError(({ photoRules }) => photoRules.empty))
    await turn()
    assert.equal(namesOf(uploads).join(''), 'b')
    assert.deepEqual(problemsOf(uploads), [`a: ${english.photoRules.empty}`])
  })

  test('the same photo is added once: as a file, and as a photo that the item has', async () => {
    const { uploads, resizing, sending } = openUploads()
    uploads.setSession(session)
    uploads.setInitial([photo('1')])
    uploads.add(files('a', 'b'))
    await turn()
    resizing[0]?.resolve(resized('same'))
    await turn()
    resizing[1]?.resolve(resized('same'))
    sending[0]?.resolve(photo('1'))
    await turn()
    assert.deepEqual(uploads.ids, [photo('1').id])
    assert.deepEqual(
      problemsOf(uploads).toSorted(),
      ['a', 'b'].map((name) => `${name}: ${english.photoField.twice}`),
    )
  })

  test('an item has at most eight photos', () => {
    const { uploads } = openUploads()
    uploads.add(files('a', 'b', 'c', 'd', 'e', 'f'))
    uploads.add(files('g', 'h', 'i'))
    assert.equal(namesOf(uploads).join(''), 'abcdefgh')
    assert.deepEqual(problemsOf(uploads), [english.photoField.tooMany(8)])
  })
})

describe('PhotoUploads.settled', () => {
  test('waits for every photo', async () => {
    const { uploads, resizing, sending } = openUploads()
    uploads.setSession(session)
    uploads.add(files('a'))
    let isSettled = false
    const settled = uploads.settled(english).then(() => (isSettled = true))
    await turn()
    resizing[0]?.resolve(resized('a'))
    await turn()
    assert.equal(isSettled, false)
    sending[0]?.resolve(photo('1'))
    await settled
  })

  test('rejects at the first failure, with the number of the photo', async () => {
    const { uploads, resizing } = openUploads()
    uploads.setInitial([photo('1')])
    uploads.add(files('a', 'b'))
    const settled = uploads.settled(english)
    await turn()
    resizing[0]?.reject(new Error('Full.'))
    const message = english.photoField.failed(2, 'Full.')
    await assert.rejects(settled, { message, fields: { photos: message } })
  })

  test('does not wait for a photo that was removed', async () => {
    const { uploads } = openUploads()
    uploads.add(files('a'))
    const settled = uploads.settled(english)
    uploads.remove(uploads.get().photos[0]?.key ?? '')
    await settled
  })
})

describe('PhotoUploads: the list', () => {
  test('move: a photo moves to another position, and the others shift', () => {
    const { uploads } = openUploads()
    uploads.add(files('a', 'b', 'c'))
    for (const [from, to, expected] of [
      [0, 2, 'bca'],
      [2, 0, 'abc'],
      [1, 1, 'abc'],
      [3, 0, 'abc'],
    ] as const) {
      uploads.move(from, to)
      assert.equal(namesOf(uploads).join(''), expected)
    }
  })

  test('restore: the files of a draft are resized again, before those picked meanwhile', async () => {
    const { uploads } = openUploads()
    uploads.setInitial([photo('1'), photo('2')])
    uploads.add(files('new'))
    uploads.restore([
      { key: 'a', name: 'a', blob: new Blob(['a']) },
      { key: photo('2').id, name: '', photo: photo('2') },
      { key: 'lost', name: 'lost' },
    ])
    await turn()
    assert.deepEqual(statusesOf(uploads), ['picked', 'done', 'resizing'])
    assert.deepEqual(namesOf(uploads), ['a', '', 'new'])
  })

  test('draft: has the picked files, and nothing until the photos are changed', () => {
    const { uploads } = openUploads()
    uploads.setInitial([photo('1')])
    assert.equal(uploads.draft, undefined)
    const [file] = files('a')
    if (file) uploads.add([file])
    const key = uploads.get().photos[1]?.key
    assert.deepEqual(uploads.draft, [
      { key: photo('1').id, name: '', photo: photo('1') },
      { key, name: 'a', blob: file },
    ])
    uploads.reset()
    assert.equal(uploads.draft, undefined)
    uploads.setInitial([photo('2')])
    assert.deepEqual(uploads.ids, [photo('2').id])
  })
})
