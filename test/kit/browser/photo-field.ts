import type { Locator, Page } from '@playwright/test'

import { expect } from './shop-fixtures.ts'

export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Page object: the photo field of the item form. */
export interface PhotoField {
  readonly tiles: Locator
  readonly choose: Locator
  tile(number: number): Locator
  button(action: string, number: number): Locator
  pick(...files: readonly PickedFile[]): Promise<void>
  /** Waits until this number of photos is uploaded and shown. @returns their ids, in order. */
  uploaded(count: number): Promise<string[]>
  ids(): Promise<string[]>
}

export function photoField(page: Page): PhotoField {
  const group = page.getByRole('group', { name: 'Photos' })
  const tiles = group.getByRole('listitem')
  const choose = group.getByRole('button', { name: 'Choose photos' })
  const ids = async () => {
    const sources = await tiles.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')))
    return sources.map((source) => /^\/photos\/([0-9a-f]{32})-\d+\.webp$/.exec(source ?? '')?.[1] ?? '')
  }
  return {
    tiles,
    choose,
    tile: (number) => tiles.nth(number - 1),
    button: (action, number) => group.getByRole('button', { name: `${action}: photo ${number}`, exact: true }),
    async pick(...files) {
      const chooser = page.waitForEvent('filechooser')
      await choose.click()
      await (await chooser).setFiles([...files])
    },
    async uploaded(count) {
      // Twelve megapixels take some seconds, and longer on a busy machine.
      await expect(tiles.locator('img[src^="/photos/"]')).toHaveCount(count, { timeout: 120_000 })
      return ids()
    },
    ids,
  }
}

export function jpeg(name: string, buffer: Buffer): PickedFile {
  return { name, mimeType: 'image/jpeg', buffer }
}
