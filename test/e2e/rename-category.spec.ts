import type { Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, listItems } from '../kit/api-client.ts'
import { holdRequests, loseResponses } from '../kit/browser/held-requests.ts'
import { takeAction } from '../kit/browser/manage-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { openAsOwner } from '../kit/browser/sign-in.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { minimalItem } from '../kit/sample-items.ts'

const rename = '**/api/manage/categories/rename'

function row(page: Page, name: string) {
  return page.locator('.categories').getByRole('listitem').filter({ hasText: name })
}

test.describe('/manage: renaming a category', () => {
  test.use({ allowedErrors: /net::ERR|status of 422/ })

  test('changes it for all its pieces, also in open pages; says what it does before, and a failure keeps the input', async ({
    page,
    otherVisitor,
    shop,
  }) => {
    for (const [title, category] of [
      ['Bobble hat', 'Hats'],
      ['Sun hat', 'Hats'],
      ['Ribbed beanie', 'Beanies'],
      ['Hidden hat', 'Hats'],
    ] as const) {
      await addItem(shop.url, { ...minimalItem(title), category })
    }
    await openAsOwner(page, shop, '/manage')
    await takeAction(page, 'Hide', 'Hidden hat')
    await otherVisitor.goto(shop.url)
    const card = otherVisitor.getByRole('article').filter({ hasText: 'Bobble hat' })
    await expect(card).toContainText('Hats')
    await page.locator('.categories summary').press('Enter')
    await expect(row(page, 'Hats')).toContainText('2 pieces')
    await expect(row(page, 'Hats').getByRole('button')).toHaveCount(1) // There is one language.
    await page.getByRole('button', { name: 'Rename: Hats', exact: true }).press('Enter')
    const name = page.getByRole('textbox', { name: 'New name' })
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('Hats')
    await expect(page.getByText('This changes 2 pieces in the shop, and hidden ones of this category.')).toBeVisible()

    for (const [typed, problem] of [
      ['..', 'Enter a category with letters or digits, such as Scarves.'],
      [' ', 'Enter a name.'],
      ['x'.repeat(61), 'Too long: please use 60 characters or fewer.'],
    ] as const) {
      await name.fill(typed)
      await name.press('Enter')
      await expect(name).toHaveAccessibleDescription(problem)
      await expect(name).toHaveValue(typed)
    }
    await name.fill('beanies')
    await expect(page.getByText('Beanies exists already, with 1 piece. The two become one category')).toBeVisible()
    await name.fill('Winter hats')
    await page.route(rename, (route) => route.abort('connectionreset'), { times: 1 })
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription('That didn’t work: No connection. Please try again.')
    await expect(name).toHaveValue('Winter hats')
    await expect(name).toBeFocused()
    const unfinished = { changed: 1, isDone: false, category: { name: 'Winter hats', count: 1 } }
    await page.route(rename, (route) => route.fulfill({ json: unfinished }), { times: 1 })
    await name.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Renamed. “Winter hats” has 2 pieces in the shop now.')
    await expect(page.locator('.categories summary')).toBeFocused()
    await expect(name).toHaveCount(0)
    await expect(row(page, 'Winter hats')).toContainText('2 pieces')
    await expect(row(page, 'Hats')).toHaveCount(1)
    await expect(card).toContainText('Winter hats')
    const stored = await listItems(shop.url)
    expect(stored.map((item) => item['category'])).toEqual(['Beanies', 'Winter hats', 'Winter hats'])
  })

  test('in a shop with several languages, a category has a name in each; saving one leaves what another owner saved', async ({
    page,
    shop,
  }) => {
    await addItem(shop.url, { ...minimalItem('Bobble hat'), category: 'Hats' })
    await addItem(shop.url, { ...minimalItem('Long scarf'), category: 'Scarves' })
    const other = await createOwner(shop, 'other@example.com')
    await changeSettings(shop.url, other, { languages: 'en si ta' })
    const path = '/manage/category-names'
    const nameInTamil = async (ta: string) => {
      const body = { category: 'Hats', names: { ta } }
      expect((await callApi(shop.url, other, { method: 'PUT', path, body })).status).toBe(200)
    }
    await nameInTamil('தொப்பி')
    const namesOf = (category: string) =>
      row(page, category).getByRole('button', { name: `Names in other languages: ${category}` })
    const nameOf = (category: string) => row(page, category).getByRole('textbox', { name: 'Name in සිංහල' })

    await test.step('names that could not be loaded are no empty fields, and can be asked for again', async () => {
      await page.route('**/api/manage/category-names?*', (route) => route.abort())
      await openAsOwner(page, shop, '/manage')
      await page.locator('.categories summary').press('Enter')
      await namesOf('Hats').click()
      const alert = page.locator('.categories').getByRole('alert')
      await expect(alert).not.toBeEmpty()
      await expect(nameOf('Hats')).toHaveCount(0)
      await page.unroute('**/api/manage/category-names?*')
      await alert.getByRole('button', { name: 'Cancel' }).click()
      await namesOf('Hats').click()
      await expect(nameOf('Hats')).toBeVisible()
    })

    await test.step('an invalid name says so; a valid one is saved, and no other', async () => {
      await nameOf('Hats').fill('x'.repeat(61))
      await row(page, 'Hats').getByRole('button', { name: 'Save the names' }).press('Enter')
      await expect(nameOf('Hats')).toHaveAccessibleDescription('Too long: please use 60 characters or fewer.')
      await expect(nameOf('Hats')).toBeFocused()
      await nameOf('Hats').fill('හිස්වැසුම්')
      await nameInTamil('தொப்பிகள்')
      await nameOf('Hats').press('Enter')
      await expect(page.getByRole('alert')).toContainText('have the names of “Hats” now')
      await expect(namesOf('Hats')).toBeFocused()
      const stored = await callApi(shop.url, other, { method: 'GET', path: `${path}?category=Hats` })
      expect(await stored.json()).toEqual({ names: { si: 'හිස්වැසුම්', ta: 'தொப்பிகள்' } })
    })

    await test.step('the former name, typed again, replaces one whose save has lost its answer', async () => {
      await namesOf('Hats').click()
      await loseResponses(page, '**/api/manage/category-names')
      await nameOf('Hats').fill('තොප්පි')
      await nameOf('Hats').press('Enter')
      await expect(row(page, 'Hats')).toContainText('No connection.')
      await nameOf('Hats').fill('හිස්වැසුම්')
      await nameOf('Hats').press('Enter')
      await expect(nameOf('Hats')).toHaveCount(0)
      const stored = await callApi(shop.url, other, { method: 'GET', path: `${path}?category=Hats` })
      expect(await stored.json()).toMatchObject({ names: { si: 'හිස්වැසුම්' } })
    })

    await test.step('forms of two categories are apart, and one that loads late leaves the focus where it is', async () => {
      const held = await holdRequests(page, '**/category-names?*')
      for (const category of ['Hats', 'Scarves']) await namesOf(category).click()
      const search = page.getByRole('textbox', { name: 'Search your pieces' })
      await search.fill('s')
      held.release()
      await expect(nameOf('Hats')).toHaveValue('හිස්වැසුම්')
      await expect(search).toBeFocused()
      await row(page, 'Scarves').getByText('Name in සිංහල').click()
      await expect(nameOf('Scarves')).toBeFocused()
    })

    await test.step('a form stays, with what is typed, when visitors see no piece of its category any more', async () => {
      await nameOf('Scarves').fill('ස්කාෆ්')
      const scarf = (await listManaged(shop.url, other)).find(({ title }) => title === 'Long scarf')!
      const hide = { method: 'PATCH', path: `/items/${scarf.id}`, body: { hidden: true }, version: scarf.version }
      const loadedAgain = page.waitForResponse('**/api/manage/categories')
      expect((await callApi(shop.url, other, hide)).status).toBe(200)
      await (await loadedAgain).finished()
      await expect(nameOf('Scarves')).toHaveValue('ස්කාෆ්')
      await nameOf('Scarves').press('Enter')
      await expect(nameOf('Scarves')).toHaveCount(0)
      await expect(row(page, 'Scarves')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Rename: Hats', exact: true })).toBeFocused()
      const stored = await callApi(shop.url, other, { method: 'GET', path: `${path}?category=Scarves` })
      expect(await stored.json()).toEqual({ names: { si: 'ස්කාෆ්' } })
    })

    await test.step('renaming a category closes the form of its names: nothing is left of the former one', async () => {
      await expect(nameOf('Hats')).toHaveValue('හිස්වැසුම්')
      await page.getByRole('button', { name: 'Rename: Hats', exact: true }).click()
      await page.getByRole('textbox', { name: 'New name' }).fill('Caps')
      await page.keyboard.press('Enter')
      await expect(row(page, 'Caps')).toContainText('1 piece')
      await expect(row(page, 'Hats')).toHaveCount(0)
      await namesOf('Caps').click()
      await expect(nameOf('Caps')).toHaveValue('හිස්වැසුම්')
    })
  })
})
