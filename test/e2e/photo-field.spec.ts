import type { Page } from '@playwright/test'

import { findItem, listItems } from '../kit/api-client.ts'
import { doubleClick } from '../kit/browser/double-click.ts'
import { holdRequests } from '../kit/browser/held-requests.ts'
import { previewBanner } from '../kit/browser/home-page.ts'
import { itemForm, keepFormOpen, openForm } from '../kit/browser/item-form.ts'
import { jpeg, photoField, type PhotoField } from '../kit/browser/photo-field.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { plainPhoto } from '../kit/photos/photos.ts'

test.use({ stock: 'shared', viewport: { width: 360, height: 740 }, hasTouch: true })

/** Whether photos can be dragged by now. SortableJS marks a list with a property of its own. */
const isSortable = `Object.keys(document.querySelector('.photos')).some((name) => name.startsWith('Sortable'))`

async function threePhotos() {
  const photos = await Promise.all(['#822', '#282', '#228'].map((color) => plainPhoto(color)))
  return photos.map((photo, index) => jpeg(`IMG_${index + 1}.jpg`, photo))
}

/** Drags a photo with the mouse, from one position to another one above it. */
async function dragUp(page: Page, field: PhotoField, from: number, to: number): Promise<void> {
  const [start, end] = [await middleOf(field, from), await middleOf(field, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x, start.y - 20, { steps: 4 })
  await page.mouse.move(end.x, end.y - 10, { steps: 12 })
  await page.mouse.up()
}

/** Drags a photo with a finger, from one position to another one below it. */
async function pressAndDragDown(page: Page, field: PhotoField, from: number, to: number): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  const [start, end] = [await middleOf(field, from), await middleOf(field, to)]
  await touch('touchStart', start)
  await expect(page.locator('.sortable-chosen')).toHaveCount(1)
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1, 1.05]) {
    await touch('touchMove', { x: start.x, y: start.y + (end.y - start.y) * share })
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

async function middleOf(field: PhotoField, number: number) {
  const box = await field.tile(number).locator('img').boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

test('Photo field: photos are removed and moved, by keyboard, mouse and finger, and saved in their order', async ({
  page,
  shop,
}) => {
  const form = await openForm(page, { Title: 'Harbour Beanie', 'Image URL': images.url('elsewhere') })
  const field = photoField(page)
  const files = await threePhotos()
  await previewBanner(page).getByRole('button', { name: 'Dismiss' }).click()

  await test.step('a double tap removes one photo, which focuses the next one, and removing the last one the button', async () => {
    await field.pick(...files)
    const [first, , third] = await field.uploaded(3)
    await doubleClick(field.button('Remove', 2))
    await expect(field.button('Remove', 2)).toBeFocused()
    expect(await field.ids()).toEqual([first, third])
    await page.keyboard.press('Enter')
    await expect(field.button('Remove', 1)).toBeFocused()
    await expect(page.getByText('Removed. 1 photo left.')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(field.choose).toBeFocused()
    await expect(field.tiles).toHaveCount(0)
    await expect(form.field('Image URL')).toHaveAttribute('required')
  })
  await field.pick(...files)
  const [first, second, third] = await field.uploaded(3)
  await test.step('keyboard: the focus follows the photo, and the move is announced', async () => {
    await expect(field.tile(1)).toContainText('Cover')
    await field.button('Move later', 1).press('Enter')
    await expect(field.button('Move later', 2)).toBeFocused()
    await expect(page.getByText('Moved: now photo 2 of 3.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(field.button('Move later', 3)).toBeFocused()
    await page.keyboard.press('Enter') // It is the last one already.
    await field.button('Move earlier', 2).press('Enter')
    await expect(field.button('Move earlier', 1)).toBeFocused()
    expect(await field.ids()).toEqual([third, second, first])
    await expect(field.tile(1)).toContainText('Cover')
    await expect(page.getByText('Cover', { exact: true })).toHaveCount(1)
  })
  await test.step('by mouse, and by a long press', async () => {
    await expect.poll(() => page.evaluate(isSortable)).toBe(true)
    await field.tile(2).scrollIntoViewIfNeeded()
    await dragUp(page, field, 3, 1)
    await expect.poll(() => field.ids()).toEqual([first, third, second])
    await expect(page.getByText('Moved: now photo 1 of 3.')).toBeAttached()
    await pressAndDragDown(page, field, 1, 3)
    await expect.poll(() => field.ids()).toEqual([third, second, first])
  })
  await keepFormOpen(page)
  await form.save.click()
  await expect(form.alert).toContainText('Item added!')
  const [item] = await listItems(shop.url)
  expect(item).toMatchObject({ photos: [{ id: third }, { id: second }, { id: first }] })
  expect(item?.imageUrl).toContain(third)
})

test('Photo field: photos come by camera, drop, paste and as files; unreadable files are named', async ({ page }) => {
  const form = await openForm(page, { Title: 'Harbour Beanie' })
  const field = photoField(page)
  const [taken, ...incoming] = await threePhotos()
  const photo = await plainPhoto('#882')

  await test.step('by the camera of a phone', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    expect((await chooser).isMultiple()).toBe(false)
    await (await chooser).setFiles(taken ? [taken] : [])
    await field.uploaded(1)
  })
  for (const [index, event] of (['drop', 'paste'] as const).entries()) {
    await test.step(`by ${event}, anywhere on the page`, async () => {
      await page.evaluate(`(() => {
        const data = new DataTransfer()
        const bytes = new Uint8Array(${JSON.stringify([...(incoming[index]?.buffer ?? [])])})
        data.items.add(new File([bytes], 'IMG_1.jpg', { type: 'image/jpeg' }))
        const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
        document.body.dispatchEvent(${event === 'drop' ? 'new DragEvent' : 'new ClipboardEvent'}('${event}', options))
      })()`)
      await field.uploaded(2 + index)
    })
  }
  await test.step('unreadable files are named, and the rest is kept', async () => {
    await field.pick(
      { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('no matter') },
      jpeg('IMG_2.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')),
      jpeg('IMG_3.jpg', photo.subarray(0, 200)),
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      jpeg('IMG_5.jpg', photo),
    )
    await field.uploaded(4)
    const problems = page.getByRole('alert').getByRole('paragraph')
    const named = [
      /^IMG_1\.HEIC: This photo is in the HEIC format, .* Turn off “High efficiency”/,
      /^IMG_2\.jpg: This photo is in the HEIC format, .* Turn off “High efficiency”/,
      'IMG_3.jpg: This photo is damaged or incomplete. Please choose it again, or another one.',
      /^letter\.pdf: The shop can’t read this file\. Please choose a JPEG/,
    ]
    await expect(problems).toHaveText(named)
    await field.pick(jpeg('IMG_6.jpg', photo))
    await expect(problems).toHaveText(['IMG_6.jpg: You’ve already added this photo.'])
    await expect(field.tiles).toHaveCount(4)
    await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie' })
  })
})

test.describe('Photo field: saving', () => {
  test.use({ allowedErrors: /status of 422/ })

  test('stops with a message at a photo that cannot be read or is refused; without it, the item is saved', async ({
    page,
    shop,
  }) => {
    const before = await listItems(shop.url)
    const resizing = await holdRequests(page, '**/resize-worker-*.js')
    const form = await openForm(page, {})
    const [field, group] = [photoField(page), page.getByRole('group', { name: 'Photos' })]
    const alert = form.alert.filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    const photo = await plainPhoto('#822')

    await test.step('invalid fields are reported before waiting for photos', async () => {
      await field.pick(jpeg('IMG_1.jpg', photo), jpeg('IMG_2.jpg', photo.subarray(0, 200)))
      await form.save.click()
      await expect(form.alert).toContainText('Title and image are required.')
      await expect(form.field('Title')).toBeFocused()
      await expect(form.field('Image URL')).toHaveAttribute('aria-invalid', 'false')
    })
    await test.step('a photo that cannot be read stops a save that waits for it', async () => {
      await form.enter({ Title: 'Harbour Beanie' })
      await form.save.click()
      await expect(form.save).toHaveText('Saving…')
      resizing.release()
      await expect(alert).toContainText('IMG_2.jpg: This photo is damaged or incomplete.')
      await expect(group).toBeFocused()
      await field.uploaded(1)
      expect(await listItems(shop.url)).toEqual(before)
    })
    await test.step('a refused photo stops the next one', async () => {
      await field.pick(jpeg('IMG_3.jpg', await plainPhoto('#282', 100, 900)))
      await expect(field.tile(2)).toContainText('IMG_3.jpg This photo is too long and narrow. Please crop it first.')
      await field.button('Try again', 2).press('Enter')
      await expect(field.button('Remove', 2)).toBeFocused()
      await expect(field.tile(2)).toContainText('too long and narrow')
      await form.save.click()
      await expect(form.alert).toContainText(
        'Failed to add item: Photo 2 couldn’t be uploaded. This photo is too long and narrow.',
      )
      await expect(group).toBeFocused()
      await expect(form.save).toHaveText('Save item')
      await expect.poll(() => form.values()).toEqual({ Title: 'Harbour Beanie' })
    })
    await test.step('without them, the item is saved', async () => {
      await field.button('Remove', 2).click()
      await keepFormOpen(page)
      await form.save.click()
      await expect(form.alert).toContainText('Item added!')
      const [item, ...others] = await listItems(shop.url)
      expect(item).toMatchObject({ title: 'Harbour Beanie', photos: [{}] })
      expect(others).toEqual(before)
    })
  })
})

test.describe('Photo field: editing an item', () => {
  test.use({ stock: 'empty', allowedErrors: /status of 412/ })

  test('photos can be reordered and added; an edit conflict loses no change to them', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    const { id, photos } = await addItemWithPhotos(shop.url, { newItem: { title: 'Harbour Beanie' }, count: 3 })
    const [first = '', second = '', third = ''] = photos.map((photo) => photo.id)
    const [field, others] = [photoField(page), photoField(otherVisitor)]
    for (const [name, owner] of Object.entries({ first: page, second: otherVisitor })) {
      await openAsOwner(owner, shop, `/manage?edit=${id}`, `${name}@example.com`)
      expect(await photoField(owner).uploaded(3)).toEqual([first, second, third])
    }
    const added = await test.step('the photos can be reordered, and new ones added', async () => {
      await expect(itemForm(page).field('Image URL')).toHaveValue('')
      await field.pick(jpeg('IMG_4.jpg', await plainPhoto('#abc')))
      const [, , , fourth = ''] = await field.uploaded(4)
      await field.button('Move earlier', 2).click()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('alert')).toContainText('Changes saved.')
      const item = await findItem(shop.url, id)
      expect(item.photos.map((photo) => photo.id)).toEqual([second, first, third, fourth])
      expect(item.imageUrl).toContain(`/photos/${second}-`)
      return fourth
    })
    await test.step('an edit conflict loses no change to the photos', async () => {
      await others.button('Remove', 3).click()
      const save = otherVisitor.getByRole('button', { name: 'Save changes' })
      await save.click()
      await expect(otherVisitor.getByRole('alert')).toContainText('This piece was changed elsewhere')
      await expect(otherVisitor.getByText('They changed the photos or their order.')).toBeVisible()
      expect(await others.ids()).toEqual([first, second, added])
      await save.click()
      await expect(otherVisitor.getByRole('alert')).toContainText('Changes saved.')
      expect(await findItem(shop.url, id)).toMatchObject({ photos: [{ id: first }, { id: second }, { id: added }] })
    })
  })
})
