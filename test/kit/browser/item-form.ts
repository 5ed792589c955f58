import type { Locator, Page } from '@playwright/test'

import { images } from '../photos/image-server.ts'
import { expect } from './shop-fixtures.ts'

export const labels = [
  'Title',
  'Tagline',
  'Price (LKR)',
  'Category',
  'Size',
  'Color',
  'Image URL',
  'Description',
] as const

export type Label = (typeof labels)[number]

/** Page object: the form on `/create`. */
export interface ItemForm {
  field(label: Label): Locator
  readonly save: Locator
  readonly clear: Locator
  readonly alert: Locator
  readonly thumbnail: Locator
  enter(values: ItemValues): Promise<void>
  /** The values of all fields that are not empty. */
  values(): Promise<ItemValues>
  /** Opens the page and waits until the silent sign-in is done. */
  open(): Promise<void>
  signedIn(): Promise<void>
}

export type ItemValues = Partial<Record<Label, string>>

/** The values of the required fields. */
export const requiredValues: ItemValues = { Title: 'Harbour Beanie', 'Image URL': images.url('beanie') }

/** Opens the form and fills it in, by default the required fields only. */
export async function openForm(page: Page, values = requiredValues): Promise<ItemForm> {
  const form = itemForm(page)
  await form.open()
  await form.enter(values)
  return form
}

/** Makes the form stay and say 'Item added!' when its item is saved, as if the item's page never came. */
export async function keepFormOpen(page: Page): Promise<void> {
  await page.route('**/item/*', (route) => route.fulfill({ status: 204 }))
}

export function itemForm(page: Page): ItemForm {
  const main = page.getByRole('main')
  const field = (label: Label) => main.getByLabel(label, { exact: true })
  const save = main.getByRole('button', { name: /^(?:Save item|Saving…)$/ })
  const signedIn = async () => {
    await expect(save).toBeEnabled()
    await expect(main.getByText('Signing in…')).toHaveCount(0)
  }
  return {
    field,
    save,
    clear: main.getByRole('button', { name: 'Clear', exact: true }),
    alert: page.getByRole('alert'),
    thumbnail: main.getByRole('img'),
    async enter(values) {
      for (const [label, value] of Object.entries(values)) await field(label as Label).fill(value)
    },
    async values() {
      const entries = await Promise.all(labels.map(async (label) => [label, await field(label).inputValue()] as const))
      return Object.fromEntries(entries.filter(([, value]) => value !== ''))
    },
    async open() {
      await page.goto('/create')
      await signedIn()
    },
    signedIn,
  }
}
