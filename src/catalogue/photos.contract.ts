import assert from 'node:assert/strict'
import { test } from 'node:test'

import { imageUrlOf } from '../domain/photo.ts'
import type { Store } from './store.ts'
import {
  addManaged,
  change,
  findManaged,
  photoNamed,
  photosNamed,
  itemNamed,
  itemWithPhotos,
  watchStore,
  type Start,
} from './test-support.ts'

/** Tests of photos, `addCopy` and `usedPhotos`. */
export function testPhotosAndCopies(start: Start): void {
  testPhotos(start)
  testCopies(start)
  testUses(start)
}

const [copy, other] = [photoNamed('c'), photoNamed('d')]

function testPhotos(start: Start): void {
  test('update: photos can be reordered, replaced and removed', async (t) => {
    const { store } = await start(t)
    let item = await addManaged(store, itemWithPhotos(photosNamed('012')))
    for (const photos of [item.photos.toReversed(), photosNamed('9'), photosNamed('90'), []]) {
      item = await change(store, item, { photos, imageUrl: itemWithPhotos(photos).imageUrl })
      assert.deepEqual(item.photos, photos)
      assert.deepEqual((await store.find(item.id))?.photos, photos)
      assert.deepEqual(await findManaged(store, item.id), item)
    }
  })

  test('update: the same photos change nothing; another order does', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store, itemWithPhotos(photosNamed('01')))
    const { photos } = item
    const same = await store.update(item.id, { photos: structuredClone(photos) }, 'another')
    assert.deepEqual(same, { isDone: true, item })
    const turned = photos.toReversed()
    assert.equal((await store.update(item.id, { photos: turned }, 'another'))?.isDone, false)
    assert.notEqual((await change(store, item, { photos: turned })).version, item.version)
  })
}

function testCopies(start: Start): void {
  test('addCopy: adds the remote copy to the item, and notifies watchers', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store)
    const watching = watchStore(t, store)
    await watching.firstChange
    assert.equal(await store.addCopy(item.id, item.imageUrl, copy), true)
    const after = await findManaged(store, item.id)
    assert.notEqual(after.version, item.version)
    assert.deepEqual(after, { ...item, photos: [copy], version: after.version })
    assert.deepEqual((await store.find(item.id))?.photos, [copy])
    assert.ok(watching.ids().includes(item.id))
  })

  test('addCopy: does nothing for an item with another image URL or own photos, or a missing one', async (t) => {
    const { store } = await start(t)
    const before = 'https://example.com/before.jpg'
    const [changed, own] = [await addManaged(store), await addManaged(store, itemWithPhotos([other]))]
    const watching = watchStore(t, store)
    await watching.firstChange
    assert.equal(await store.addCopy(changed.id, before, copy), false)
    assert.equal(await store.addCopy(own.id, own.imageUrl, copy), false)
    assert.equal(await store.addCopy('AAAAAAAAAAAAAAAAAAAA', before, copy), false)
    assert.deepEqual([await findManaged(store, changed.id), await findManaged(store, own.id)], [changed, own])
    assert.deepEqual(watching.ids(), [])
  })

  test('update: the remote copy stays until the image URL changes', async (t) => {
    const { store } = await start(t)
    const { id, imageUrl } = await addManaged(store)
    await store.addCopy(id, imageUrl, copy)
    const item = await findManaged(store, id)
    const fields = itemNamed('Changed')
    const changed = await change(store, item, fields)
    assert.deepEqual(changed, { ...item, ...fields, photos: [copy], version: changed.version })
    const again = await store.update(id, fields, 'another')
    assert.deepEqual(again, { isDone: true, item: changed })
    const moved = await change(store, changed, { ...fields, imageUrl: 'https://example.com/other.jpg' })
    assert.deepEqual(moved.photos, [])
  })

  test('update: photos replace the remote copy', async (t) => {
    const { store } = await start(t)
    const { id, imageUrl } = await addManaged(store)
    await store.addCopy(id, imageUrl, copy)
    const changed = await change(store, await findManaged(store, id), itemWithPhotos([other]))
    assert.deepEqual([changed.photos, changed.imageUrl], [[other], imageUrlOf(other)])
  })
}

function testUses(start: Start): void {
  const ids = (digits: string) => photosNamed(digits).map(({ id }) => id)
  const used = async (store: Store, digits: string) => [...(await store.usedPhotos(ids(digits)))].toSorted()

  test('usedPhotos: finds photos at any position, remote copies, and photos used by their URL alone', async (t) => {
    const { store } = await start(t)
    assert.deepEqual(await used(store, '0123456789'), [])
    await store.add(itemWithPhotos(photosNamed('12')))
    await store.add(itemWithPhotos(photosNamed('23')))
    await store.add({ ...itemNamed('Beanie'), photos: photosNamed('4') })
    await store.add({ ...itemNamed('Beanie'), imageUrl: `/photos/${'5'.repeat(32)}-180.webp` })
    assert.deepEqual(await used(store, '0123456789'), ids('12345'))
    assert.deepEqual(await used(store, '26'), ids('2'))
    assert.deepEqual(await store.usedPhotos([]), new Set())
  })

  test('usedPhotos: hidden and removed items use their photos, until they are purged', async (t) => {
    const { store } = await start(t)
    const [hidden, removed] = [
      await addManaged(store, itemWithPhotos(photosNamed('1'))),
      await addManaged(store, itemWithPhotos(photosNamed('2'))),
    ]
    await change(store, hidden, { hidden: true })
    await store.remove(removed.id)
    assert.deepEqual(await used(store, '12'), ids('12'))
    await store.purge(new Date(Date.now() + 60_000))
    assert.deepEqual(await used(store, '12'), ids('1'))
  })

  test('usedPhotos: a photo that was taken out of an item is not used, unless another item has it', async (t) => {
    const { store, reopen } = await start(t)
    const item = await addManaged(store, itemWithPhotos(photosNamed('12')))
    await store.add(itemWithPhotos(photosNamed('2')))
    await change(store, item, itemWithPhotos(photosNamed('3')))
    assert.deepEqual(await used(store, '123'), ids('23'))
    assert.deepEqual(await used(await reopen(), '123'), ids('23'))
  })

  test('usedPhotos: once an address replaces all photos of an item, none of them is used', async (t) => {
    const { store } = await start(t)
    const item = await addManaged(store, itemWithPhotos(photosNamed('12')))
    await change(store, item, { photos: [], imageUrl: 'https://example.com/a.jpg' })
    assert.deepEqual(await used(store, '12'), [])
  })

  test('usedPhotos: takes many ids in one call', async (t) => {
    const { store } = await start(t)
    await store.add(itemWithPhotos(photosNamed('f')))
    const many = Array.from({ length: 100 }, (_, index) => String(index).padStart(32, '0'))
    assert.deepEqual(await store.usedPhotos([...many, ...ids('f')]), new Set(ids('f')))
  })
}
