import type { Locator, Page } from '@playwright/test'

/** The actions of a row that are no entries of its menu. */
const buttons = new Set(['Edit', 'Restore', 'More'])

/** A button of an item's row or of its open menu. */
export function rowButton(page: Page, action: string, title: string): Locator {
  return page.getByRole('button', { name: `${action}: ${title}`, exact: true })
}

/** Takes an action of an item on `/manage`, from its menu if it is there. */
export async function takeAction(page: Page, action: string, title: string): Promise<void> {
  if (!buttons.has(action)) await rowButton(page, 'More', title).click()
  await rowButton(page, action, title).click()
}

/** The row of an item. */
export function itemRow(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}
