import type { Locator, Page } from '@playwright/test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, addItems, listItems, type ApiItem } from '../kit/api-client.ts'
import { whileHidden } from '../kit/browser/away.ts'
import { card, isLive, openHome, titles } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'

const addButton = (within: Page | Locator) => within.getByRole('button', { name: 'Add to enquiry' })
const addedButton = (within: Page | Locator) => within.getByRole('button', { name: 'In enquiry' })
const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Enquiry' })
const stored = (page: Page) => page.evaluate("localStorage.getItem('enquiry')")
const store = (page: Page, list: string) => page.addInitScript(`localStorage['enquiry'] ??= ${JSON.stringify(list)}`)
const rows = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading')

test.describe('On a phone', () => {
  test.use({ stock: 'shared', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('from home to an enquiry about three pieces, each in a size, takes eight taps', async ({
    page,
    context,
    shop,
  }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
    const items = await addItems(shop.url, [
      { ...beanie, title: 'First' },
      { ...beanie, title: 'Second' },
      { ...beanie, title: 'Third' },
    ])
    await page.goto('/')
    let taps = 0
    const tap = async (target: Locator) => {
      await target.tap()
      taps += 1
    }
    for (const title of ['First', 'Second', 'Third']) await tap(addButton(card(page, title)))
    await tap(link(page))
    for (const title of ['First', 'Second', 'Third']) {
      await tap(page.getByRole('link', { name: `M: ${title}` }))
      await expect(page.getByRole('link', { name: `M: ${title}` })).toHaveAttribute('aria-current', 'true')
    }
    const opening = page.waitForEvent('popup')
    await tap(page.getByRole('link', { name: 'Enquire on WhatsApp' }))
    const chat = await opening
    await chat.waitForURL(/^https:\/\/wa\.me\//)
    expect(taps).toBeLessThanOrEqual(8)
    expect(chat.url().length).toBeLessThan(2_000)
    const lines = decodeURIComponent(new URL(chat.url()).search.replace('?text=', '')).split('\n')
    expect(lines).toEqual([
      "Hello! I'm interested in these 3 pieces:",
      ...items.map(
        ({ id }, index) =>
          `${index + 1}. "${['First', 'Second', 'Third'][index]}", Size: M, LKR 12,500 ${shop.url}/item/${id}`,
      ),
    ])
  })
})

test('A card is added and removed, stays what it is when the list is updated, and is known in every tab', async ({
  page,
  context,
  shop,
}) => {
  const [first] = await addItems(shop.url, scarves(2))
  await openHome(page)
  const other = await context.newPage()
  await openHome(other)
  await page.evaluate("document.querySelectorAll('#items li').forEach((card) => (card.isOld = true))")
  await addButton(card(page, 'Scarf 1')).click()
  for (const tab of [page, other]) {
    await expect(addedButton(card(tab, 'Scarf 1'))).toBeVisible()
    await expect(addButton(card(tab, 'Scarf 2'))).toBeVisible()
    await expect(link(tab)).toHaveText('Enquiry 1')
  }
  expect(await stored(page)).toBe(first?.id)

  await addItem(shop.url, minimalItem('Newest'))
  // The focus is in the list, so it waits.
  await page.getByRole('button', { name: '1 new item' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(addedButton(card(page, 'Scarf 1'))).toBeVisible()
  expect(await page.evaluate("[...document.querySelectorAll('#items li')].filter((card) => card.isOld).length")).toBe(2)

  await addedButton(card(other, 'Scarf 1')).click()
  for (const tab of [page, other]) {
    await expect(addButton(card(tab, 'Scarf 1'))).toBeVisible()
    await expect(link(tab)).toBeHidden()
  }
})

test.describe('With a browser extension whose styles come before those of the page', () => {
  test.use({ stock: 'full', bypassCSP: true })

  test('a card is added', async ({ page }) => {
    await page.addInitScript(`
      addEventListener('DOMContentLoaded', () => document.head.prepend(document.createElement('style')))
    `)
    await openHome(page)
    await addButton(page).first().click()
    await expect(addedButton(page)).toHaveCount(1)
    await expect(addedButton(page)).toBeVisible()
    await expect(link(page)).toHaveText('Enquiry 1')
  })
})

test.describe('The page of a piece', () => {
  test.use({ stock: 'shared' })

  test('adds it with the size chosen, then and later; a search from there leaves the enquiry as it is', async ({
    page,
    shop,
  }) => {
    const { id } = await addItem(shop.url, { ...beanie, size: 'S, M ~ L, One size' })
    await page.goto(`/item/${id}`)
    await page.getByRole('radio', { name: 'S', exact: true }).check()
    await addButton(page).click()
    await expect(addedButton(page)).toBeVisible()
    expect(await stored(page)).toBe(`${id}.S`)
    await page.getByRole('radio', { name: 'M ~ L' }).check()
    expect(await stored(page)).toBe(`${id}.M - L`)
    await link(page).click()
    await expect(page).toHaveURL(/\/enquiry\?pieces=/)
    await expect(page.getByRole('link', { name: 'M ~ L: Harbour Beanie' })).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await addedButton(page).click()
    await expect(addButton(page)).toBeVisible()
    expect(await stored(page)).toBe('')

    await page.getByRole('radio', { name: 'S', exact: true }).check()
    await addButton(page).click()
    await page.getByRole('banner').getByRole('search').locator('summary').click()
    await page.getByRole('searchbox').fill('red hat')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/pieces\?q=red/)
    expect(await stored(page)).toBe(`${id}.S`)
  })
})

test('the page of the enquiry, also of somebody else’s, shows that a piece was sold and its price changed while she was away', async ({
  page,
  shop,
}) => {
  const owner = await createOwner(shop, 'owner@example.com')
  await changeSettings(shop.url, owner, { whoMayAdd: 'anyone' })
  const [one, two] = await addItems(shop.url, [
    { ...beanie, title: 'First' },
    { ...beanie, title: 'Second' },
  ])
  const list = `${one?.id}~${two?.id}`
  const change = async (id: string | undefined, body: object) => {
    const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
    await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body, version })
  }
  const send = page.getByRole('main').getByRole('link', { name: 'Enquire on WhatsApp' })
  await store(page, list)
  await page.goto('/enquiry')
  await page.getByRole('link', { name: 'First', exact: true }).click()
  await expect(page).toHaveURL(/\/item\//)
  await change(one?.id, { sold: true })
  await page.goBack()
  await expect(page.getByRole('main').getByText('Sold', { exact: true })).toBeVisible()
  await expect(send).toHaveAttribute('href', /sold%3A%20could%20you%20make%20another/)

  await page.goto(`/enquiry?pieces=${two?.id}`)
  await page.getByText('Other ways to ask').click()
  await page.getByRole('link', { name: 'Remove: Second' }).focus()
  await whileHidden(page, () => change(two?.id, { price: 9_900 }))
  await expect(page.getByRole('main').getByText('LKR 9,900').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue(/LKR 9,900/)
  await expect(page.getByRole('link', { name: 'Remove: Second' })).toBeFocused()
  expect(await stored(page)).toBe(list)
})

test.describe('In a shop with many pieces', () => {
  test.use({ stock: 'full' })

  /** These pieces of the shop, in this order. */
  async function findItems(url: string, names: readonly string[]): Promise<ApiItem[]> {
    const items = await listItems(url)
    return names.map((name) => items.find(({ title }) => title === name)!)
  }

  test('a list adds a piece once at a double click, offline all the same, and no more than ten', async ({
    page,
    context,
    shop,
  }) => {
    await openHome(page)
    const [first = '', second = '', ...others] = (await titles(page).allTextContents()).slice(0, 11)
    await test.step('a double click adds once', async () => {
      await addButton(card(page, first)).dblclick()
      await expect(addedButton(card(page, first))).toBeVisible()
      expect(await stored(page)).toBe((await findItems(shop.url, [first]))[0]?.id)
    })
    await test.step('offline, pieces are added all the same', async () => {
      await context.setOffline(true)
      await addButton(card(page, second)).click()
      await expect(link(page)).toHaveText('Enquiry 2')
      await context.setOffline(false)
    })
    await test.step('more than ten are not added: the list says so', async () => {
      const last = others.pop() ?? ''
      for (const title of others) await addButton(card(page, title)).click()
      await expect(link(page)).toHaveText('Enquiry 10')
      await addButton(card(page, last)).click()
      await expect(page.getByText('10 pieces is the most for one enquiry.')).toBeVisible()
      await expect(rows(page)).toHaveText([first, second, ...others])
    })
  })

  test('the page of the enquiry keeps this browser’s list apart from the list of somebody else, and changes and shares it', async ({
    page,
    context,
    shop,
  }) => {
    const found = await findItems(shop.url, ['Scarf 11', 'Scarf 12', 'Scarf 13'])
    const [one = '', two = '', three = ''] = found.map(({ id }) => id)
    const remove = (title: string) => page.getByRole('link', { name: `Remove: ${title}` }).click()
    const storedBefore = `~~"]{}~${one}~${two}~${'x'.repeat(2_000)}`
    await store(page, storedBefore)
    await test.step('the list of somebody else changes nothing that is stored', async () => {
      await page.goto(`/enquiry?pieces=${three}`)
      await remove('Scarf 13')
      await expect(page.getByText('There are no pieces in your enquiry yet.')).toBeVisible()
      expect(await stored(page)).toBe(storedBefore)
    })
    await test.step('takes what is valid of a list that another program has changed', async () => {
      await link(page).click()
      await expect(rows(page)).toHaveText(['Scarf 11', 'Scarf 12'])
    })
    await test.step('removes a piece', async () => {
      await remove('Scarf 11')
      await expect(rows(page)).toHaveText(['Scarf 12'])
      expect(await stored(page)).toBe(two)
    })
    await test.step('shares its own address, without the piece that Undo would bring back', async () => {
      const share = 'async ({ url }) => { window.shared = url }'
      await page.evaluate(`Object.defineProperty(navigator, 'share', { value: ${share} })`)
      await page.getByRole('button', { name: 'Share this list' }).click()
      expect(await page.evaluate('shared')).toBe(`${shop.url}/enquiry?pieces=${two}`)
    })
    await test.step('copies the message also where the page may not use the clipboard', async () => {
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
      await page.getByText('Other ways to ask').click()
      await page.getByRole('button', { name: 'Copy the message' }).click()
      await expect(page.getByText('Copied.')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue(/Scarf 12/)
    })
    await test.step('brings the piece back', async () => {
      await page.getByRole('link', { name: 'Undo' }).click()
      await expect(rows(page)).toHaveText(['Scarf 11', 'Scarf 12'])
      expect(await stored(page)).toBe(`${one}~${two}`)
    })
    await test.step('stores what a link changes that is opened in a new tab, or before the script runs', async () => {
      const inNewTab = async (change: Locator) => {
        const opening = context.waitForEvent('page')
        await change.click({ modifiers: ['ControlOrMeta'] })
        return opening
      }
      const second = await inNewTab(page.getByRole('link', { name: 'Remove: Scarf 12' }))
      for (const tab of [page, second]) await expect(rows(tab)).toHaveText(['Scarf 11'])
      expect(await stored(page)).toBe(one)
      const third = await inNewTab(second.getByRole('link', { name: 'Undo' }))
      for (const tab of [page, second, third]) await expect(rows(tab)).toHaveText(['Scarf 11', 'Scarf 12'])
      expect(await stored(page)).toBe(`${one}~${two}`)
      await second.close()
      await third.close()
    })
    await test.step('on a slow network, its old links take nothing away that another tab has added', async () => {
      await page
        .getByRole('link', { name: 'Remove: Scarf 11' })
        .evaluate((old) => old.ownerDocument.defaultView?.addEventListener('storage', () => old.click()))
      const other = await context.newPage()
      await other.goto(`/item/${three}`)
      await addButton(other).first().click()
      await expect(rows(page)).toHaveText(['Scarf 11', 'Scarf 12', 'Scarf 13'])
      await remove('Scarf 13')
      await expect(rows(page)).toHaveText(['Scarf 11', 'Scarf 12'])
      await other.close()
    })
    await test.step('follows other tabs; back leads to the list as it is', async () => {
      const other = await context.newPage()
      await other.goto(`/item/${one}`)
      await addedButton(other).click()
      await expect(rows(page)).toHaveText(['Scarf 12'])
      await page.getByRole('link', { name: 'Scarf 12', exact: true }).click()
      await addedButton(page).click()
      await page.goBack()
      await expect(page.getByText('There are no pieces in your enquiry yet.')).toBeVisible()
    })
  })

  test('what has the focus is never below the bar with the button, which a low window does not have', async ({
    page,
    shop,
  }) => {
    const names = Array.from({ length: 8 }, (_, index) => `Scarf ${11 + index}`)
    const ids = (await findItems(shop.url, names)).map(({ id }) => id)
    const bar = page.getByRole('main').locator('.enquiry')
    const last = page.getByRole('link', { name: 'Remove: Scarf 18' })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`/enquiry?pieces=${ids.join('~')}`)
    for (const remove of await page.getByRole('link', { name: /^Remove/ }).all()) {
      await remove.focus()
      const roomAboveBar = async () => {
        const { y, height } = (await remove.boundingBox()) ?? { y: 0, height: 0 }
        return ((await bar.boundingBox())?.y ?? 0) - y - height
      }
      await expect.poll(roomAboveBar).toBeGreaterThanOrEqual(0)
    }
    await last.focus()
    await expect(bar).toBeInViewport()
    // It would take more than a fifth of these, with a sum of two lines.
    for (const [width, height] of [
      [740, 360],
      [360, 600],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page
        .getByRole('link', { name: /^Remove/ })
        .first()
        .focus()
      await expect(bar).not.toBeInViewport()
    }
  })

  for (const script of ['with', 'without'] as const) {
    test.describe(`${script} JavaScript, on a phone`, () => {
      test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: script === 'with' })

      test('a size that is chosen keeps the visitor at its piece, for the keyboard, too', async ({ page, shop }) => {
        const names = Array.from({ length: 7 }, (_, index) => `Scarf ${11 + index}`)
        const ids = (await findItems(shop.url, [...names, 'Harbour Beanie'])).map(({ id }) => id)
        await store(page, ids.join('~'))
        await page.goto(`/enquiry?pieces=${ids.join('~')}`)
        const row = page.getByRole('main').getByRole('listitem').last()
        const chosen = (size: string) => row.getByRole('link', { name: `${size}: Harbour Beanie`, exact: true })
        for (const size of ['S', 'S', 'M']) {
          await chosen(size).press('Enter')
          await expect(chosen(size)).toHaveAttribute('aria-current', 'true')
        }
        await expect(row.getByRole('heading')).toBeInViewport()
        await page.keyboard.press('Tab')
        await expect(row.locator(':focus')).toHaveCount(1)
      })
    })
  }

  test('the QR code is loaded once the other ways to ask are opened, at 1280 px, and never at 360 px', async ({
    page,
    shop,
  }) => {
    const [item] = await findItems(shop.url, ['Plain Scarf'])
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/qr/')) loaded.push(request.url())
    })
    await page.goto(`/item/${item?.id}`)
    await isLive(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByText('Other ways to ask').click()
    await expect(page.getByRole('button', { name: 'Copy the message' })).toBeVisible()
    await expect(page.locator('.qr-code')).toBeHidden()
    expect(loaded).toEqual([])
    await page.setViewportSize({ width: 1_280, height: 800 })
    await expect(page.locator('.qr-code img')).toHaveJSProperty('complete', true)
    expect(loaded).toHaveLength(1)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('each piece can be asked for in three taps, and an enquiry of several shows no button that does nothing', async ({
      page,
      context,
      shop,
    }) => {
      await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: 'chat' }))
      await page.goto('/')
      expect(await page.locator('.add').count()).toBeGreaterThan(0)
      await expect(page.locator('.add:visible')).toHaveCount(0)
      await page.getByRole('article').getByRole('link', { name: 'Harbour Beanie' }).click()
      const opening = page.waitForEvent('popup')
      await page.getByRole('link', { name: 'Ask for M' }).click()
      expect(decodeURIComponent((await opening).url())).toContain('Size: M')

      const [item] = await findItems(shop.url, ['Harbour Beanie'])
      await page.goto(`/enquiry?pieces=${item?.id}`)
      await page.getByRole('link', { name: 'S: Harbour Beanie' }).click()
      await expect(page.getByRole('link', { name: 'S: Harbour Beanie' })).toHaveAttribute('aria-current', 'true')
      await page.getByText('Other ways to ask').click()
      await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue(/Size: S/)
      await expect(page.getByRole('button', { name: /Copy|Share/ })).toHaveCount(0)
    })
  })
})

test('Other ways to ask have the message with the size chosen, and the page as the owner has it now', async ({
  page,
  shop,
}) => {
  const owner = await createOwner(shop, 'owner@example.com')
  await changeSettings(shop.url, owner, { phone: '071 123 4567', email: 'mary@wool.example', whoMayAdd: 'anyone' })
  const { id } = await addItem(shop.url, { ...beanie, size: 'S / M' })
  await page.goto(`/item/${id}`)
  await isLive(page)
  await page.getByText('Other ways to ask').click()
  await expect(page.getByRole('link', { name: 'Call +94 71 123 4567' })).toHaveAttribute('href', 'tel:+94711234567')
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  const mail = page.getByRole('link', { name: 'Write an e-mail' })
  await expect(mail).toHaveAttribute(
    'href',
    /^mailto:mary@wool\.example\?subject=Enquiry&body=Hello!.*%0D%0ASize%3A%20M%0D%0APrice/,
  )
  const message = page.getByRole('textbox', { name: 'Your message' })
  await expect(message).toHaveValue(/\nSize: M\n/)
  const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
  await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version })
  await expect(message).toHaveValue(/which has been sold.*\nSize: M\n/)
  await expect(mail).toHaveAttribute('href', /been%20sold.*Size%3A%20M%0D%0A/)
})
