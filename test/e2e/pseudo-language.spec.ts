import type { Page } from '@playwright/test'

import { languageNames } from '../../src/domain/language.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { newShopVisitorPageStates, visitorPageStates } from '../kit/browser/page-states.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { yoke } from '../kit/sample-items.ts'
import { bracketWords } from '../kit/shop/bracketed-words.ts'
import type { RunningShop } from '../kit/shop/shop-process.ts'

test.use({ reuseContext: true })

/** An owner's ID token of each shop. */
const owners = new WeakMap<RunningShop, Promise<string>>()

test.describe('Every text of every visitor page is translated', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)|net::ERR/ })
  test.slow()

  for (const [stock, states] of [
    ['shared', visitorPageStates],
    ['empty', newShopVisitorPageStates],
  ] as const) {
    test.describe(stock === 'empty' ? 'in a new shop' : 'in any shop', () => {
      test.use({ stock })

      for (const [screen, open] of Object.entries(states)) {
        test(`'${screen}': all texts are in the page's language, or the owner's`, async ({ page, shop }) => {
          const owner = await owners.getOrInsertComputed(shop, bracketWords)
          await open({ page, shop, newItem: yoke })
          await isLive(page)
          await expect(page.locator('html')).toHaveAttribute('lang', 'si')
          const texts = await listTexts(page)
          expect(texts.filter((text) => text.includes('[')).length).toBeGreaterThan(5)
          const own = await listOwnTexts(shop, owner)
          expect(texts.filter((text) => isUntranslated(text, own))).toEqual([])
        })
      }
    })
  }
})

/** Whether a text has a word outside of brackets that is not an owner's, or a placeholder without its value. */
function isUntranslated(text: string, own: RegExp): boolean {
  if (/[{}]/.test(text)) return true
  let rest = text.replaceAll(/https?:\S+/g, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/\[[^[\]]*\]/g, '')
  }
  return /\p{L}/u.test(rest.replaceAll(own, '').replaceAll('රු.', ''))
}

/** What owners wrote, as whole words: texts, and each line, size and colour of them; the longest first. */
async function listOwnTexts(shop: RunningShop, owner: string): Promise<RegExp> {
  const items = await listManaged(shop.url, owner)
  const settings = (await (await callApi(shop.url, owner, { method: 'GET', path: '/manage/shop' })).json()) as object
  const texts = [...items, settings]
    .flatMap((each) => Object.values(each).filter((value) => typeof value === 'string'))
    .flatMap((text) => [text].concat(text.split(/\n|\s*[/,]\s*/)))
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const all = [...new Set([...texts, ...Object.values(languageNames)])]
  const patterns = all.toSorted((one, other) => other.length - one.length).map((text) => RegExp.escape(text))
  return new RegExp(String.raw`(?<!\p{L})(?:${patterns.join('|')})(?!\p{L})`, 'gu')
}

/**
 * All texts of a page, shown or not, also of attributes and those for scripts and for browsers without any. Links and marks
 * belong to the text around them.
 */
function listTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    for (const mark of document.querySelectorAll('mark')) mark.replaceWith(...mark.childNodes)
    document.body.normalize()
    for (const element of document.querySelectorAll('noscript')) {
      element.replaceWith(...new DOMParser().parseFromString(element.textContent, 'text/html').body.childNodes)
    }
    const hasText = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim())
    const texts = [document.title, ...Object.values(document.body.dataset)]
    for (const element of document.querySelectorAll('body, body *:not(script, style)')) {
      if (hasText(element)) texts.push(element.textContent)
      texts.push(...['title', 'alt', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  })()`)
}
