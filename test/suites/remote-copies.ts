import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import type { TestShop } from '../kit/accounts.ts'
import { findItem, sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { followLiveList } from '../kit/http/live-events.ts'
import { startPausedImageServer } from '../kit/photos/paused-image-server.ts'

/**
 * How remote images are copied, through the API of a running shop that copies images from this machine (`allowLoopback`). Each
 * backend runs this suite.
 *
 * @param otherUrl where items are read: the same process or another one of the shop.
 */
export function testRemoteCopies(backend: string, shop: TestShop, otherUrl = shop.url): void {
  describe(`${backend}: remote copies`, () => {
    let idToken: string
    before(async () => {
      idToken = (await signUp(shop.identityUrl)).idToken
    })
    after(() => shop[Symbol.asyncDispose]())

    const add = async (imageUrl: string) => {
      const answer = await sendItem(shop.url, idToken, { title: 'Beanie', imageUrl })
      assert.equal(answer.status, 201, await answer.clone().text())
      return (await answer.json()) as ApiItem
    }
    /** The item once it has photos. Reads it after each revision, as a page does. */
    const withPhotos = async (url: string, id: string): Promise<ApiItem> => {
      for await (const _ of followLiveList(url)) {
        const item = await findItem(url, id)
        if (item.photos.length > 0) return item
      }
      throw new Error('The stream has ended.')
    }
    const previewOf = async (url: string, id: string) => {
      const page = await (await fetch(`${url}/item/${id}`)).text()
      return new URL(/<meta property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? '')
    }

    test('adding an item does not wait for the copy, and open pages get the copy by a revision', async () => {
      await using images = await startPausedImageServer()
      const item = await add(images.url('beanie'))
      assert.deepEqual(item.photos, [])
      await images.requested
      assert.equal((await previewOf(otherUrl, item.id)).href, item.imageUrl)

      const copied = withPhotos(otherUrl, item.id)
      images.release()
      const { photos, ...fields } = await copied
      const { photos: _, ...asAdded } = item
      assert.deepEqual(fields, asAdded)
      assert.equal((await previewOf(otherUrl, item.id)).pathname, `/photos/${photos[0]?.id}.jpg`)
      for (const path of ['/', `/item/${item.id}`]) {
        const page = await (await fetch(otherUrl + path)).text()
        assert.ok(page.includes(`/photos/${photos[0]?.id}-300.avif`), path)
        if (path === '/') assert.ok(!page.includes(item.imageUrl))
      }
      const file = await fetch(`${shop.url}/photos/${photos[0]?.id}-300.webp`)
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/webp'])
    })

    test('the same image of two items becomes one photo', async () => {
      await using images = await startPausedImageServer()
      images.release()
      const items = [await add(images.url('wide')), await add(images.url('wide'))]
      const [one, two] = await Promise.all(items.map(({ id }) => withPhotos(otherUrl, id)))
      assert.deepEqual(one?.photos, two?.photos)
    })
  })
}
