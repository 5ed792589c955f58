import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createAccounts, type TestShop } from '../kit/accounts.ts'
import { sendItem, type ApiItem } from '../kit/api-client.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { drawPhoto, uploadPhoto, type SentPhoto } from '../kit/photos/photos.ts'

const unknownPhotoId = 'f'.repeat(32)

/** How items get photos, through the API of the running shop. Each backend runs this suite. */
export function testItemPhotos(backend: string, shop: TestShop): void {
  describe(`${backend}: photos of items`, () => {
    let owner: string
    let photos: SentPhoto[]
    let ids: string[]

    before(async () => {
      owner = (await createAccounts(shop)).owner
      const uploader = { url: shop.url, idToken: owner }
      photos = await Promise.all([200, 300, 400].map((width) => uploadPhoto(uploader, drawPhoto(width, 250))))
      ids = photos.map(({ id }) => id)
    })
    after(() => shop[Symbol.asyncDispose]())

    const add = async (fields: object) => {
      const answer = await sendItem(shop.url, owner, { title: 'Beanie', ...fields })
      assert.equal(answer.status, 201, await answer.clone().text())
      return (await answer.json()) as ApiItem
    }
    const put = async (id: string, fields: object) => {
      const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
      return callApi(shop.url, owner, {
        method: 'PUT',
        path: `/items/${id}`,
        body: { title: 'Beanie', ...fields },
        version,
      })
    }
    const idsOf = (item: ApiItem) => item.photos.map(({ id }) => id)
    const plain = ({ id, width, height, placeholder }: SentPhoto) => ({ id, width, height, placeholder })

    test('an item has the photos that it lists, in order, and the first one as its imageUrl', async () => {
      const item = await add({ photos: ids.toReversed() })
      assert.deepEqual(item.photos, photos.toReversed().map(plain))
      assert.equal(item.imageUrl, photos[2]?.url)
      const found = (await (await fetch(`${shop.url}/api/items/${item.id}`)).json()) as ApiItem
      assert.deepEqual(found, item)
      const { items } = (await (await fetch(`${shop.url}/api/items`)).json()) as { items: ApiItem[] }
      assert.deepEqual(items[0], item)
    })

    test('an imageUrl next to photos is ignored', async () => {
      const item = await add({ photos: ids.slice(1), imageUrl: 'https://example.com/a.jpg' })
      assert.deepEqual([idsOf(item), item.imageUrl], [ids.slice(1), photos[1]?.url])
    })

    test('an imageUrl that is a photo of the shop adds that photo', async () => {
      const item = await add({ imageUrl: photos[0]?.url })
      assert.deepEqual([item.photos, item.imageUrl], [photos.slice(0, 1).map(plain), photos[0]?.url])
      const unknown = `/photos/${unknownPhotoId}-960.webp`
      const other = await add({ imageUrl: unknown })
      assert.deepEqual([other.photos, other.imageUrl], [[], unknown])
    })

    for (const [what, named, message] of [
      ['that does not exist', () => [ids[0], unknownPhotoId], /A photo of this piece is missing/],
      ['that is listed twice', () => [ids[0], ids[0]], /list of photos/],
      ['with an invalid id', () => ['../../etc/passwd'], /list of photos/],
      ['that is an object instead of an id', () => photos, /list of photos/],
      ['in a string instead of a list', () => ids.join(), /list of photos/],
      ['after eight others', () => Array.from({ length: 9 }, (_, digit) => String(digit).repeat(32)), /up to 8 photos/],
    ] as const) {
      test(`a photo ${what} is answered 422, for a new and an existing item`, async () => {
        const item = await add({ photos: ids })
        const refusals = [
          await sendItem(shop.url, owner, { title: 'Beanie', photos: named() }),
          await put(item.id, { photos: named() }),
        ]
        for (const answer of refusals) {
          const { error } = (await answer.json()) as { error: { code: string; fields: Record<string, string> } }
          assert.deepEqual([answer.status, error.code, Object.keys(error.fields)], [422, 'invalid-item', ['photos']])
          assert.match(error.fields['photos'] ?? '', message)
        }
      })
    }

    test('an item without photos needs an imageUrl, and one with photos needs a title', async () => {
      for (const body of [{ title: 'Beanie', photos: [] }, { photos: ids }]) {
        const answer = await sendItem(shop.url, owner, body)
        assert.equal(answer.status, 422)
        assert.match(await answer.text(), /Title and image are required\./)
      }
    })

    test('photos can be reordered, added and removed', async () => {
      const { id } = await add({ photos: ids })
      for (const named of [ids.toReversed(), ids.slice(0, 1), ids.slice(0, 2)]) {
        const answer = await put(id, { photos: named })
        assert.equal(answer.status, 200)
        assert.deepEqual(idsOf((await answer.json()) as ApiItem), named)
        assert.deepEqual(idsOf((await (await fetch(`${shop.url}/api/items/${id}`)).json()) as ApiItem), named)
      }
      const minimalItem = (await (await put(id, { imageUrl: 'https://example.com/b.jpg' })).json()) as ApiItem
      assert.deepEqual([minimalItem.photos, minimalItem.imageUrl], [[], 'https://example.com/b.jpg'])
    })

    test('an outdated version is accepted if the order of the photos does not change, and answered 412 if it does', async () => {
      const item = await add({ photos: ids })
      const putPhotos = (named: string[]) =>
        callApi(shop.url, owner, {
          method: 'PUT',
          path: `/items/${item.id}`,
          body: { ...item, photos: named },
          version: 'other',
        })
      assert.equal((await putPhotos(ids)).status, 200)
      assert.equal((await putPhotos(ids.toReversed())).status, 412)
    })

    test('the link preview shows the first photo, with the size and type of its preview file', async () => {
      const { id } = await add({ photos: ids.slice(1) })
      const page = await (await fetch(`${shop.url}/item/${id}`)).text()
      const metas = Object.fromEntries(
        Array.from(page.matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)"/g), ([, name, content]) => [
          name,
          content,
        ]),
      )
      const preview = new URL(photos[1]?.preview ?? '', shop.url).pathname
      assert.equal(new URL(metas['og:image'] ?? '').pathname, preview)
      assert.deepEqual(
        [metas['og:image:width'], metas['og:image:height'], metas['og:image:type']],
        ['1200', '630', 'image/jpeg'],
      )
      const [, data = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page) ?? []
      const { image } = JSON.parse(data) as { image: string[] }
      assert.deepEqual(
        image.map((url) => new URL(url).pathname),
        photos.slice(1).map(({ url }) => url),
      )
    })
  })
}
