import { addItems } from '../kit/api-client.ts'
import { expect, test } from '../kit/browser/shop-fixtures.ts'

const origin = 'https://shop.example'

test.use({ shopEnv: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' } })

test.describe('The sitemap', () => {
  test('is valid XML with the URLs of home, all pieces, each category and every item', async ({
    page,
    shop,
    request,
  }) => {
    const imageUrl = 'https://photos.example/beanie.jpg'
    const items = await addItems(
      shop.url,
      ['Harbour Beanie', '<&]]>"'].map((title) => ({ title, imageUrl })),
    )
    const answer = await request.get('/sitemap.xml')
    expect(answer.headers()['content-type']).toMatch(/^(?:application|text)\/xml\b/)
    await page.goto('/create')
    const xml = JSON.stringify(await answer.text())
    const read = (await page.evaluate(`(() => {
      const { documentElement } = new DOMParser().parseFromString(${xml}, 'application/xml')
      const texts = (name) => [...documentElement.querySelectorAll('url > ' + name)].map((node) => node.textContent)
      return { root: documentElement.nodeName, space: documentElement.namespaceURI, urls: texts('loc'), days: texts('lastmod') }
    })()`)) as { root: string; space: string; urls: string[]; days: string[] }
    expect(read.root).toBe('urlset')
    expect(read.space).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
    const lists = ['/', '/pieces', '/pieces/Knits'].map((path) => origin + path)
    expect(read.urls).toEqual([...lists, ...items.toReversed().map(({ id }) => `${origin}/item/${id}`)])
    expect(read.days).toHaveLength(read.urls.length)
    // The store notes a change a moment after the item's own time.
    const [first = '', second = ''] = items.map(({ createdAt }) => createdAt)
    for (const day of read.days.slice(0, -1)) expect(day >= second && day < new Date().toISOString()).toBe(true)
    expect(read.days.at(-1)! >= first && read.days.at(-1)! <= read.days[0]!).toBe(true)
  })
})
