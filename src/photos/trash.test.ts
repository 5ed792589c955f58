import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { collectGarbage, emptyTrash } from './garbage-collection.ts'
import { PhotoLibrary } from './photo-library.ts'
import { ageFiles, dayMs, openLibrary } from './test-support.ts'

/** Photos on disk, and the ids of the used ones. */
async function open(t: TestContext) {
  const used = new Set<string>()
  const asked: string[] = []
  const uses = {
    usedPhotos: async (ids: readonly string[]) => {
      asked.push(...ids)
      return new Set(ids.filter((id) => used.has(id)))
    },
  }
  const place = await openLibrary(t, { uses })
  const { store, folder } = place
  /** A photo of two files, two days old, used by an item or only uploaded. */
  const put = async (number: number, description: object = {}) => {
    const id = number.toString(16).padStart(32, '0')
    const photo = { id, width: 100, height: 100, placeholder: 'data:image/webp;base64,UklGRg==' }
    await store.put(`${id}.jpg`, Buffer.from(`picture ${number}`))
    await store.put(`${id}.json`, Buffer.from(JSON.stringify({ ...photo, ...description })))
    await ageFiles(folder, 2 * dayMs, id)
    return photo
  }
  return { ...place, place, used, asked, put, trash: join(folder, '.removed') }
}

describe('photos that no item uses', () => {
  test('are deleted after thirty days in the trash, not before', async (t) => {
    const { put, place, trash, library } = await open(t)
    const { id } = await put(1)
    assert.deepEqual(await collectGarbage(place), [id])
    await ageFiles(trash, 30 * dayMs - 60_000, id)
    assert.deepEqual(await emptyTrash(place), { restored: 0, deleted: 0 })
    assert.equal((await readdir(trash)).length, 2)
    await ageFiles(trash, 30 * dayMs + 60_000, id)
    assert.deepEqual(await emptyTrash(place), { restored: 0, deleted: 1 })
    assert.deepEqual(await readdir(trash), [])
    assert.equal(await library.markUsed(id), undefined)
  })

  test('are restored from the trash once an item uses them, however long they were there', async (t) => {
    const { put, place, used, trash, library } = await open(t)
    const photo = await put(1)
    await collectGarbage(place)
    await ageFiles(trash, 40 * dayMs, photo.id)
    used.add(photo.id) // A backup of the items was restored.
    assert.deepEqual(await emptyTrash(place), { restored: 1, deleted: 0 })
    assert.deepEqual(await library.find(photo.id), photo)
    assert.deepEqual(await collectGarbage(place), [])
  })

  test('are restored completely or deleted completely when both start at once', async (t) => {
    const { put, place, trash, library, store } = await open(t)
    const [restored, deleted] = [await put(1), await put(2)]
    await collectGarbage(place)
    const now = new Date(Date.now() + 60_000)
    const remove = (id: string) => library.deleteTrashed(id, now, [`${id}.jpg`, `${id}.json`])
    const first = [library.restore(restored.id), remove(restored.id)]
    const second = [remove(deleted.id), library.restore(deleted.id)]
    assert.deepEqual(await Promise.all([...first, ...second]), [true, false, true, false])
    assert.deepEqual(await readdir(trash), [])
    assert.deepEqual(await library.find(restored.id), restored)
    assert.ok(await store.get(`${restored.id}.jpg`))
  })

  test('are not deleted if they were restored and moved there again since they were listed', async (t) => {
    const { put, place, trash, folder, library } = await open(t)
    const photo = await put(1)
    await collectGarbage(place)
    await ageFiles(trash, 31 * dayMs, photo.id)
    const uses = {
      usedPhotos: async () => {
        await library.restore(photo.id)
        await ageFiles(folder, 2 * dayMs, photo.id)
        assert.deepEqual(await collectGarbage(place), [photo.id])
        await ageFiles(trash, 31 * dayMs, `${photo.id}.jpg`) // One new file is enough.
        return new Set<string>()
      },
    }
    assert.deepEqual(await emptyTrash({ ...place, uses }), { restored: 0, deleted: 0 })
    assert.deepEqual(await library.markUsed(photo.id), photo)
  })

  test('are restored as soon as they are read, if an item uses them', async (t) => {
    const { put, place, used, library } = await open(t)
    const [photo, other] = [await put(1), await put(2)]
    await collectGarbage(place)
    used.add(photo.id)
    assert.equal(await library.read(`${photo.id}-540.avif`), undefined) // Whatever else of it is asked for before.
    const reads = await Promise.all([1, 2, 3].map(() => library.read(`${photo.id}.jpg`)))
    for (const read of reads) assert.equal(Buffer.from(read ?? []).toString(), 'picture 1')
    assert.deepEqual(await library.find(photo.id), photo)
    assert.equal(await library.read(`${other.id}.jpg`), undefined)
  })

  test('a part of one in use, which another process was moving, is never deleted', async (t) => {
    const { put, place, used, folder, trash, library, store } = await open(t)
    const [photo, other] = [await put(1), await put(2)]
    for (const { id } of [photo, other]) {
      used.add(id)
      await store.trash.add(`${id}.jpg`) // Its description has been restored meanwhile.
    }
    await ageFiles(trash, 40 * dayMs, photo.id)
    assert.equal(Buffer.from((await library.read(`${other.id}.jpg`)) ?? []).toString(), 'picture 2')
    assert.deepEqual(await emptyTrash(place), { restored: 1, deleted: 0 })
    assert.deepEqual(await readdir(trash), [])
    assert.deepEqual((await readdir(folder)).filter((name) => name.startsWith(photo.id)).toSorted(), [
      `${photo.id}.jpg`,
      `${photo.id}.json`,
    ])
  })

  test('one that another process begins to use while it is deleted has all its files, or does not exist', async (t) => {
    const { put, place, used, trash, library, store } = await open(t)
    const { id } = await put(1)
    await collectGarbage(place)
    await ageFiles(trash, 31 * dayMs, id)
    const remove = async (name: string) => {
      await store.trash.remove(name)
      if (used.size > 0) return
      used.add(id)
      await library.markUsed(id)
    }
    const pictureFirst = async function* (prefix?: string) {
      yield* (await Array.fromAsync(store.trash.list(prefix))).toSorted((one, other) =>
        one.name < other.name ? -1 : 1,
      )
    }
    const storeOfOther = { ...store, trash: { ...store.trash, list: pictureFirst, remove } }
    const deleting = new PhotoLibrary({ ...place, store: storeOfOther })
    assert.equal(await deleting.deleteTrashed(id, new Date(), [`${id}.jpg`, `${id}.json`]), true)
    assert.equal(used.size, 1)
    assert.equal(await library.find(id), undefined)
  })

  test('repeated reads of a photo in the trash query the items once', async (t) => {
    const { put, place, asked, library } = await open(t)
    const { id } = await put(1)
    await collectGarbage(place)
    asked.length = 0
    for (let i = 0; i < 5; i++) assert.equal(await library.read(`${id}.jpg`), undefined)
    assert.deepEqual(asked, [id])
  })

  test('a request for an unknown photo does not list the trash', async (t) => {
    const { store, place } = await open(t)
    const looks: string[] = []
    const list = (prefix = '') => {
      looks.push(prefix)
      return store.trash.list(prefix)
    }
    const watched = { ...store, trash: { ...store.trash, list } }
    const library = new PhotoLibrary({ ...place, store: watched })
    const id = 'f'.repeat(32)
    assert.equal(await library.read(`${id}.jpg`), undefined)
    assert.equal(await library.markUsed(id), undefined)
    assert.deepEqual(looks, [])
  })

  test('are moved to the trash after listing all photos once, however many there are', async (t) => {
    const { store, place, put } = await open(t)
    for (const number of [1, 2, 3]) await put(number, { isNew: true })
    let looks = 0
    const list = (prefix?: string) => {
      looks++
      return store.list(prefix)
    }
    const watched = { ...store, list }
    const library = new PhotoLibrary({ ...place, store: watched })
    assert.equal((await collectGarbage({ ...place, store: watched, library })).length, 3)
    assert.equal(looks, 1)
  })

  test('are deleted and restored after listing the trash once, however many there are', async (t) => {
    const { store, place, put, trash, used } = await open(t)
    for (const number of [1, 2, 3, 4]) await put(number)
    await collectGarbage(place)
    await ageFiles(trash, 31 * dayMs)
    used.add('4'.padStart(32, '0'))
    let looks = 0
    const list = (prefix?: string, names?: readonly string[]) => {
      if (names === undefined) looks++
      return store.trash.list(prefix, names)
    }
    const watched = { ...store, trash: { ...store.trash, list } }
    const library = new PhotoLibrary({ ...place, store: watched })
    assert.deepEqual(await emptyTrash({ ...place, store: watched, library }), { restored: 1, deleted: 3 })
    assert.equal(looks, 1)
  })

  test('are restored when an item is saved with them', async (t) => {
    const { put, place, library } = await open(t)
    const photo = await put(1)
    await collectGarbage(place)
    assert.deepEqual(await library.markUsed(photo.id), photo)
    assert.ok(await library.read(`${photo.id}.jpg`))
  })

  test('a photo whose move to or from the trash was interrupted is restored completely', async (t) => {
    const { put, store, library } = await open(t)
    const [there, back] = [await put(1), await put(2)]
    await store.trash.add(`${there.id}.json`)
    for (const ending of ['json', 'jpg']) await store.trash.add(`${back.id}.${ending}`)
    await store.trash.restore(`${back.id}.jpg`)
    for (const photo of [there, back]) {
      assert.equal(await library.find(photo.id), undefined)
      assert.deepEqual(await library.markUsed(photo.id), photo)
      assert.ok(await library.read(`${photo.id}.jpg`))
    }
  })
})

describe('a mass removal of photos', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1)

  test('is refused when more than half, and more than 20, of the photos that items ever used would be removed', async (t) => {
    const { put, place, used, trash, library } = await open(t)
    const photos = await Promise.all(numbers(41).map((number) => put(number)))
    for (const { id } of photos.slice(0, 20)) used.add(id)
    await assert.rejects(collectGarbage(place), { name: 'MassRemovalError', message: /21 of 41 photos/ })
    for (const photo of photos) assert.deepEqual(await library.find(photo.id), photo)
    await assert.rejects(readdir(trash), { code: 'ENOENT' })
    used.add(photos[20]?.id ?? '')
    assert.equal((await collectGarbage(place)).length, 20)
  })

  test('of 20 photos is allowed, even if the shop has no others', async (t) => {
    const { put, place } = await open(t)
    await Promise.all(numbers(20).map((number) => put(number)))
    assert.equal((await collectGarbage(place)).length, 20)
  })

  test('photos that were never used do not count, and are removed even if it is refused', async (t) => {
    const { put, place } = await open(t)
    await Promise.all(numbers(60).map((number) => put(number, { isNew: true })))
    assert.equal((await collectGarbage(place)).length, 60)
    await Promise.all(numbers(30).map((number) => put(number)))
    const sent = await put(100, { isNew: true })
    await assert.rejects(collectGarbage(place), { name: 'MassRemovalError', message: /30 of 30 photos/ })
    assert.equal(await place.library.find(sent.id), undefined)
  })

  test('a photo that an item used is recorded as used', async (t) => {
    const { put, library } = await open(t)
    const { id } = await put(1, { isNew: true })
    assert.equal(await library.wasUsed(id), false)
    await library.markUsed(id)
    assert.equal(await library.wasUsed(id), true)
  })
})
