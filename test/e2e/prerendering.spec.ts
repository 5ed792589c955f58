import type { Page } from '@playwright/test'

import { isLive } from '../kit/browser/home-page.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

/** Opens a page as if it were prerendered, which browsers under test never do: it has no frames until `show`. */
async function openPrerendered(page: Page, shop: string, path: string): Promise<{ show: () => Promise<unknown> }> {
  await page.addInitScript(`
    const waiting = []
    const nextFrame = requestAnimationFrame
    window.requestAnimationFrame = (run) => waiting.push(run)
    window.showPage = () => {
      window.requestAnimationFrame = nextFrame
      waiting.forEach(nextFrame)
    }
    sessionStorage.setItem('notice', 'Item added!')
  `)
  await page.goto(path, { referer: `${shop}/create` })
  return { show: () => page.evaluate('showPage()') }
}

test.describe('A prerendered page, before it is shown', () => {
  test.use({ stock: 'shared', allowedErrors: /status of 404/ })

  for (const path of ['/', '/item/none']) {
    test(`${path} shows no flash message and opens no live connection until it is shown`, async ({
      page,
      otherVisitor,
      shop,
    }) => {
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      const { show } = await openPrerendered(page, shop.url, path)
      await otherVisitor.goto(path)
      await isLive(otherVisitor) // So would this page be, had it not waited.
      expect(requested).not.toContain('/api/items/live')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByText('Preview backend')).toHaveCount(0)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBe('Item added!')

      await show()
      await expect(page.getByRole('alert')).toContainText('Item added!')
      await isLive(page)
      expect(requested.filter((address) => address === '/api/items/live')).toHaveLength(1)
      expect(await page.evaluate('sessionStorage.getItem("notice")')).toBeNull()
    })
  }

  test('visitor pages allow prerendering of home, items, lists of all pieces and the next page; of no filter', async ({
    page,
  }) => {
    await page.goto('/')
    const rules = page.locator('script[type="speculationrules"]')
    const { prerender } = JSON.parse((await rules.textContent()) ?? '') as { prerender: { where: { or: Rule[] } }[] }
    const [rule] = prerender
    expect([prerender.length, rule]).toEqual([
      1,
      { where: { or: expect.any(Array) as unknown }, eagerness: 'moderate' },
    ])
    const allowed = await page.evaluate(readAllowed(rule?.where.or ?? []))
    expect(allowed).toEqual(links.filter((link) => link.endsWith('!')))
    await page.goto('/create')
    await expect(rules).toHaveCount(0)
  })
})

type Rule = { readonly href_matches: readonly string[] } | { readonly selector_matches: string }

/** Links to pages, those to prerender with a `!`. */
const links = [
  '/!',
  '/item/abc!',
  '/pieces!',
  '/pieces/Beanies!',
  `/pieces/${encodeURIComponent('தொப்பிகள்')}!`,
  '/pieces?after=1700000000000 next!',
  '/pieces/Beanies?q=wool&after=5.7 next!',
  '/pieces?q=wool nofollow',
  '/pieces?q=wool',
  '/pieces/Beanies?size=M',
  '/pieces?sort=price',
  '/pieces?after=17',
  '/piecesandbits',
  '/create',
  '/manage',
  '/sign-in',
  '/api/items',
]

/** Which of the links the rules allow, as a browser reads them: patterns are relative to the page. */
const readAllowed = (rules: readonly Rule[]) => `(() => {
  const isAllowed = (link) => ({ href_matches: patterns, selector_matches: selector }) =>
    selector ? link.matches(selector) : patterns.some((each) => new URLPattern(each, location.href).test(link.href))
  return ${JSON.stringify(links)}.filter((each) => {
    const [href, rel = ''] = each.replace('!', '').split(' ')
    return ${JSON.stringify(rules)}.some(isAllowed(Object.assign(document.createElement('a'), { href, rel })))
  })
})()`
