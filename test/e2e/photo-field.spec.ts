import { findItem, listItems, sendItem, signUp } from '../kit/api-client.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { previewBanner } from '../kit/browser/home-page.ts'
import { itemForm, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField } from '../kit/browser/photo-field.ts'
import { test } from '../kit/browser/proxied-shop-fixtures.ts'
import { expect } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { plainPhoto, sendPhoto, type SentPhoto } from '../kit/photos/photos.ts'

test.use({ stock: 'shared', viewport: { width: 360, height: 740 }, hasTouch: true })

const colors = ['#822', '#282', '#228', '#882', '#828', '#288', '#888', '#222', '#ccc']

/** Whether photos can be dragged by now. SortableJS marks a list with a property of its own. */
const isSortable = `Object.keys(document.querySelector('.photos')).some((name) => name.startsWith('Sortable'))`

async function plainFiles(count: number) {
  const photos = await Promise.all(colors.slice(0, count).map((color) => plainPhoto(color)))
  return photos.map((photo, index) => jpeg(`IMG_${index + 1}.jpg`, photo))
}

test.describe('Photo field: order', () => {
  test('keyboard: the focus follows the photo, and the move is announced', async ({ page, shop }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie', 'Image URL': images.url('elsewhere') })
    const field = photoField(page)
    await field.pick(...(await plainFiles(3)))
    const [first, second, third] = await field.uploaded(3)
    await expect(field.tile(1)).toContainText('Cover')

    await field.button('Move down', 1).press('Enter')
    await expect(field.button('Move down', 2)).toBeFocused()
    await expect(page.getByText('Moved: now photo 2 of 3.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(field.button('Move down', 3)).toBeFocused()
    await page.keyboard.press('Enter') // It is the last one already.
    await field.button('Move up', 2).press('Enter')
    await expect(field.button('Move up', 1)).toBeFocused()
    expect(await field.ids()).toEqual([third, second, first])
    await expect(field.tile(1)).toContainText('Cover')
    await expect(page.getByText('Cover', { exact: true })).toHaveCount(1)

    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    const [item] = await listItems(shop.url)
    expect(item).toMatchObject({ photos: [{ id: third }, { id: second }, { id: first }] })
    expect(item?.imageUrl).toContain(third)
  })

  test('by mouse, and by a long press', async ({ page, context }) => {
    const field = photoField(page)
    await itemForm(page).open()
    await previewBanner(page).getByRole('button', { name: 'Dismiss' }).click()
    await field.pick(...(await plainFiles(3)))
    const [first, second, third] = await field.uploaded(3)
    await expect.poll(() => page.evaluate(isSortable)).toBe(true)

    const middleOf = async (number: number) => {
      const box = await field.tile(number).locator('img').boundingBox()
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    await field.tile(2).scrollIntoViewIfNeeded()
    const [from, to] = [await middleOf(3), await middleOf(1)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 20, { steps: 4 })
    await page.mouse.move(to.x, to.y - 10, { steps: 12 })
    await page.mouse.up()
    await expect.poll(() => field.ids()).toEqual([third, first, second])
    await expect(page.getByText('Moved: now photo 1 of 3.')).toBeAttached()

    const finger = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    const [start, end] = [await middleOf(1), await middleOf(3)]
    await touch('touchStart', start)
    await expect(page.locator('.sortable-chosen')).toHaveCount(1)
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1, 1.05]) {
      await touch('touchMove', { x: start.x, y: start.y + (end.y - start.y) * share })
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => field.ids()).toEqual([first, second, third])
  })

  test('removing a photo focuses the next one, and removing the last one the button', async ({ page }) => {
    const field = photoField(page)
    await itemForm(page).open()
    await field.pick(...(await plainFiles(3)))
    const [first, , third] = await field.uploaded(3)
    await field.button('Remove', 2).press('Enter')
    await expect(field.button('Remove', 2)).toBeFocused()
    expect(await field.ids()).toEqual([first, third])
    await page.keyboard.press('Enter')
    await expect(field.button('Remove', 1)).toBeFocused()
    await expect(page.getByText('Removed. 1 photo left.')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(field.choose).toBeFocused()
    await expect(field.tiles).toHaveCount(0)
    await expect(itemForm(page).field('Image URL')).toHaveAttribute('required')
  })
})

test.describe('Photo field: refused photos', () => {
  test('of nine photos, the first eight are added, with a message', async ({ page }) => {
    const field = photoField(page)
    await itemForm(page).open()
    await field.pick(...(await plainFiles(9)))
    await expect(page.getByRole('alert')).toHaveText('A piece can have up to 8 photos. Only the first 8 were added.')
    await field.uploaded(8)
  })

  test('unreadable files are named, and the rest is kept', async ({ page }) => {
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const field = photoField(page)
    const photo = await plainPhoto('#822')
    await field.pick(
      { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('no matter') },
      jpeg('IMG_2.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')),
      jpeg('IMG_3.jpg', photo.subarray(0, 200)),
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      jpeg('IMG_5.jpg', photo),
      jpeg('IMG_6.jpg', photo),
    )
    await field.uploaded(1)
    const problems = page.getByRole('alert').getByRole('paragraph')
    await expect(problems).toHaveText([
      /^IMG_1\.HEIC: This photo is in Apple’s HEIC format/,
      /^IMG_2\.jpg: This photo is in Apple’s HEIC format/,
      'IMG_3.jpg: This photo is damaged or incomplete. Please choose it again, or another one.',
      /^letter\.pdf: The shop can’t read this file\. Please choose a JPEG/,
      'IMG_6.jpg: You’ve already added this photo.',
    ])
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie' })
  })

  test.describe('refused by the shop', () => {
    test.use({ stock: 'empty', allowedErrors: /status of 422|NotSameOrigin/ })

    test('a refused photo stops saving with a message; without it, the item is saved', async ({ page, shop }) => {
      const form = await openForm(page, { Title: 'Harbour Beanie' })
      const field = photoField(page)
      await field.pick(
        jpeg('IMG_1.jpg', await plainPhoto('#822')),
        jpeg('IMG_2.jpg', await plainPhoto('#282', 100, 900)),
      )
      await expect(field.tile(2)).toContainText('IMG_2.jpg This photo is too long and narrow. Please crop it first.')
      await field.button('Try again', 2).press('Enter')
      await expect(field.button('Remove', 2)).toBeFocused()
      await expect(field.tile(2)).toContainText('too long and narrow')
      await form.save.click()
      await expect(form.alert).toContainText('Photo 2 couldn’t be uploaded. This photo is too long and narrow.')
      await expect(page.getByRole('group', { name: 'Photos' })).toBeFocused()
      await expect(form.save).toHaveText('Save item')
      await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie' })

      await field.button('Remove', 2).click()
      await form.save.click()
      await expect(page).toHaveURL(/\/item\//)
      expect(await listItems(shop.url)).toMatchObject([{ title: 'Harbour Beanie', photos: [{}] }])
    })
  })

  test('a photo that cannot be read stops a save that waits for it; the next one saves the rest', async ({
    page,
    shop,
  }) => {
    const resizing = await holdRequests(page, '**/resize-worker-*.js')
    const before = await listItems(shop.url)
    const form = await openForm(page, { Title: 'Harbour Beanie' })
    const photo = await plainPhoto('#822')
    await photoField(page).pick(jpeg('IMG_1.jpg', photo), jpeg('IMG_2.jpg', photo.subarray(0, 200)))
    await form.save.click()
    await expect(form.save).toHaveText('Saving…')
    resizing.release()
    const alert = form.alert.filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    await expect(alert).toContainText('IMG_2.jpg: This photo is damaged or incomplete.')
    await expect(page.getByRole('group', { name: 'Photos' })).toBeFocused()
    await photoField(page).uploaded(1)
    expect(await listItems(shop.url)).toEqual(before)

    await form.save.click()
    await expect(page).toHaveURL(/\/item\//)
    expect((await listItems(shop.url))[0]).toMatchObject({ title: 'Harbour Beanie', photos: [{}] })
  })

  test('invalid fields are reported before waiting for photos', async ({ page }) => {
    await page.route('**/api/photos/*', () => undefined) // Never answered.
    const form = await openForm(page, {})
    await photoField(page).pick(jpeg('IMG_1.jpg', await plainPhoto('#822')))
    await form.save.click()
    await expect(form.alert).toContainText('Title and image are required.')
    await expect(form.field('Title')).toBeFocused()
    await expect(form.field('Image URL')).toHaveAttribute('aria-invalid', 'false')
  })
})

test.describe('Photo field: other ways to add photos', () => {
  for (const event of ['drop', 'paste'] as const) {
    test(`by ${event}, anywhere on the page`, async ({ page }) => {
      await itemForm(page).open()
      const photo = [...(await plainPhoto('#822'))]
      await page.evaluate(`(() => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(${JSON.stringify(photo)})], 'IMG_1.jpg', { type: 'image/jpeg' }))
        const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
        document.body.dispatchEvent(${event === 'drop' ? 'new DragEvent' : 'new ClipboardEvent'}('${event}', options))
      })()`)
      await photoField(page).uploaded(1)
    })
  }

  test('by the camera of a phone', async ({ page }) => {
    await itemForm(page).open()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    expect((await chooser).isMultiple()).toBe(false)
    await (await chooser).setFiles(jpeg('image.jpg', await plainPhoto('#822')))
    await photoField(page).uploaded(1)
  })
})

test.describe('Photo field: editing an item', () => {
  test.use({ stock: 'empty', allowedErrors: /status of 412|NotSameOrigin/ })

  /** Adds an item with this number of photos. @returns the ids of the item and its photos. */
  async function addItemWithPhotos(url: string, count: number) {
    const { idToken } = await signUp(url)
    const photos: string[] = []
    for (const { buffer } of await plainFiles(count)) {
      const answer = await sendPhoto({ url, idToken }, Uint8Array.from(buffer))
      photos.push(((await answer.json()) as SentPhoto).id)
    }
    const answer = await sendItem(url, idToken, { title: 'Harbour Beanie', photos })
    return { ...((await answer.json()) as { id: string }), photos }
  }

  test('its photos can be reordered, and new ones added', async ({ page, shop }) => {
    const { id, photos } = await addItemWithPhotos(shop.url, 2)
    await openAsOwner(page, shop, '/manage')
    await page.getByRole('button', { name: 'Edit: Harbour Beanie' }).click()
    const field = photoField(page)
    expect(await field.uploaded(2)).toEqual(photos)
    await expect(itemForm(page).field('Image URL')).toHaveValue('')
    await field.pick(jpeg('IMG_3.jpg', await plainPhoto('#abc')))
    const [, , added] = await field.uploaded(3)
    await field.button('Move up', 2).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')
    const [first = '', second = ''] = photos
    expect(await findItem(shop.url, id)).toMatchObject({
      imageUrl: `/photos/${second}-320.webp`,
      photos: [{ id: second }, { id: first }, { id: added }],
    })
  })

  test('an edit conflict loses no change to the photos', async ({ page, otherVisitor, shop }) => {
    const { id, photos } = await addItemWithPhotos(shop.url, 3)
    for (const [name, owner] of Object.entries({ first: page, second: otherVisitor })) {
      await openAsOwner(owner, shop, '/manage', `${name}@example.com`)
      await owner.getByRole('button', { name: 'Edit: Harbour Beanie' }).click()
    }
    await photoField(page).button('Remove', 1).click()
    await photoField(otherVisitor).button('Remove', 3).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Changes saved.')

    const save = otherVisitor.getByRole('button', { name: 'Save changes' })
    await save.click()
    await expect(otherVisitor.getByRole('alert')).toContainText('This piece was changed elsewhere')
    await expect(otherVisitor.getByText('They changed the photos or their order.')).toBeVisible()
    expect(await photoField(otherVisitor).ids()).toEqual(photos.slice(0, 2))
    await save.click()
    await expect(otherVisitor.getByRole('alert')).toContainText('Changes saved.')
    expect(await findItem(shop.url, id)).toMatchObject({ photos: photos.slice(0, 2).map((each) => ({ id: each })) })
  })
})
