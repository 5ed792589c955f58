import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createOwner, type TestShop } from '../kit/accounts.ts'
import type { ApiItem } from '../kit/api-client.ts'
import { readElements, type PageElement } from '../kit/http/page-elements.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg', category: 'Hats', price: '1250000' }

/** The prefix of each language, while English is the first. */
const prefixes = { en: '', si: '/si', ta: '/ta' } as const
const languages = Object.keys(prefixes) as (keyof typeof prefixes)[]

/** Paths that have no prefix: pages of makers, and files. */
const withoutLanguage = /^\/(?:create|manage|qr\/|photos\/|assets\/|favicon|apple-touch|manifest|share|api\/)/

/** The visitor pages of a running shop in several languages. Each backend runs this suite. */
export function testLanguages(backend: string, shop: TestShop): void {
  describe(`${backend}: languages`, () => {
    let owner: string
    let item: ApiItem

    const request = (path: string, headers = {}) => fetch(shop.url + path, { headers, redirect: 'manual' })
    const read = async (path: string) => (await request(path)).text()
    const elementsOf = async (path: string) => readElements(await read(path))
    const attributesOf = (elements: readonly PageElement[], name: string) =>
      elements.filter((each) => each.name === name).map(({ attributes }) => attributes)
    const htmlLanguage = (html: string) => /<html lang="(\w+)"/.exec(html)?.[1]
    const change = async (method: 'PUT' | 'PATCH', body: object) => {
      const { version = '' } = (await listManaged(shop.url, owner)).find(({ id }) => id === item.id) ?? {}
      const answer = await callApi(shop.url, owner, { method, path: `/items/${item.id}`, body, version })
      assert.equal(answer.status, 200, await answer.clone().text())
    }

    before(async () => {
      owner = await createOwner(shop, 'owner@example.com')
      const answer = await callApi(shop.url, owner, { method: 'POST', path: '/items', body: newItem })
      item = (await answer.json()) as ApiItem
    })
    after(() => shop[Symbol.asyncDispose]())

    test('a shop in English alone says nothing of languages, and redirects every prefix', async () => {
      for (const path of ['/', '/pieces', `/item/${item.id}`]) {
        const html = await read(path)
        assert.equal(htmlLanguage(html), 'en')
        assert.doesNotMatch(html, /hreflang|og:locale|language-links|සිංහල/i)
        for (const language of languages) {
          const prefixed = await request(path === '/' ? `/${language}` : `/${language}${path}`)
          assert.deepEqual(
            [prefixed.status, prefixed.headers.get('Location'), prefixed.headers.get('Cache-Control')],
            [308, path, 'no-store'],
          )
        }
      }
    })

    test('each visitor page is in each language, at its own address, whatever the browser prefers', async () => {
      await changeSettings(shop.url, owner, { languages: languages.join(' ') })
      const paths = ['', '/pieces', '/pieces/Hats', '/pieces?q=ivory', `/item/${item.id}`, '/enquiry']
      for (const language of languages) {
        for (const path of paths) {
          const answer = await request(prefixes[language] + path || '/', { 'Accept-Language': 'ta, si, en' })
          assert.equal(answer.status, 200, path)
          assert.equal(htmlLanguage(await answer.text()), language, path)
        }
      }
    })

    test('pages in Sinhala and Tamil have the styles of their scripts, and others do without', async () => {
      for (const [path, isLocal] of [
        ['/', false],
        ['/create', false],
        ['/si', true],
        [`/ta/item/${item.id}`, true],
        ['/si/nowhere', true],
      ] as const) {
        const styles = (await elementsOf(path)).find(({ name }) => name === 'style')
        assert.equal(styles?.text.includes(':lang(si)'), isLocal, path)
      }
    })

    test('links and forms keep the language', async () => {
      const paths = ['', '/pieces', '/pieces/Hats', '/pieces?q=ivory', '/pieces?q=nothing', `/item/${item.id}`]
      for (const path of [...paths, `/enquiry?pieces=${item.id}`, '/nowhere', '/item/none']) {
        const elements = await elementsOf(`/si${path}`)
        const links = elements
          .filter(({ name, attributes }) => name !== 'link' && attributes['hreflang'] === undefined)
          .flatMap(({ attributes }) => [attributes['href'], attributes['action'], attributes['data-path']])
          .filter((to): to is string => to?.startsWith('/') === true && !withoutLanguage.test(to))
        assert.ok(links.length > 3, path)
        for (const to of links) assert.match(to, /^\/si(?:[/?]|$)/, `${to} on ${path}`)
      }
    })

    test('a switch in header and footer leads to the same page; where something is missing, to the home page', async () => {
      for (const [path, same] of [
        ['/ta', ''],
        [`/ta/item/${item.id}`, `/item/${item.id}`],
        ['/ta/pieces/Hats?sort=price', '/pieces/Hats?sort=price'],
        [`/ta/enquiry?pieces=${item.id}`, `/enquiry?pieces=${item.id}`],
        ['/ta/nowhere', ''],
        ['/ta/item/none', ''],
      ] as const) {
        const links = (await elementsOf(path)).filter(
          ({ name, attributes }) => name === 'a' && attributes['hreflang'] !== undefined,
        )
        const expected = [
          ['English', 'en', same || '/', undefined],
          ['සිංහල', 'si', `/si${same}`, undefined],
          ['தமிழ்', 'ta', `/ta${same}`, 'true'],
        ]
        assert.deepEqual(
          links.map(({ text, attributes }) => [
            text,
            attributes['lang'],
            attributes['href'],
            attributes['aria-current'],
          ]),
          [...expected, ...expected],
          path,
        )
      }
    })

    test('search engines and link previews find each page in every language', async () => {
      const path = `/item/${item.id}`
      for (const language of languages) {
        const elements = await elementsOf(prefixes[language] + path)
        const links = attributesOf(elements, 'link')
        const canonical = links.find(({ rel }) => rel === 'canonical')?.['href'] ?? ''
        assert.equal(new URL(canonical).pathname, prefixes[language] + path)
        const alternates = links.filter(({ rel }) => rel === 'alternate')
        assert.deepEqual(
          alternates.map((link) => [link['hreflang'], new URL(link['href'] ?? '').pathname]),
          [
            ['en-LK', path],
            ['si-LK', `/si${path}`],
            ['ta-LK', `/ta${path}`],
            ['x-default', path],
          ],
        )
        const metas = attributesOf(elements, 'meta')
        const contentOf = (property: string) =>
          metas.filter((meta) => meta['property'] === property).map(({ content }) => content)
        assert.deepEqual(contentOf('og:locale'), [`${language}_LK`])
        assert.deepEqual(
          contentOf('og:locale:alternate'),
          languages.filter((each) => each !== language).map((each) => `${each}_LK`),
        )
        assert.deepEqual(contentOf('og:url'), [canonical])
      }
      assert.doesNotMatch(await read('/si/nowhere'), /hreflang="(?:si|en|ta)-LK"|rel="canonical"/)
      assert.match(await read('/sitemap.xml'), new RegExp(`/si${path}</loc>.*hreflang="ta-LK"`))
    })

    test('what is missing is missing in the language of its address; pages of makers have no other', async () => {
      for (const [path, status, language] of [
        ['/si/nowhere', 404, 'si'],
        ['/ta/item/none', 404, 'ta'],
        ['/si/create', 404, 'si'],
        ['/si/manage/shop', 404, 'si'],
        ['/ta/sign-in', 404, 'ta'],
        ['/si/__/auth/action', 404, 'si'],
        ['/si/api/items', 404, 'si'],
        ['/si/ta', 404, 'si'],
        ['/nowhere', 404, 'en'],
        ['/fr/pieces', 404, 'en'],
        ['/create', 200, 'en'],
      ] as const) {
        const answer = await request(path)
        assert.deepEqual([answer.status, htmlLanguage(await answer.text())], [status, language], path)
      }
    })

    test('redirects keep the language: another spelling of a category, a slash at the end, the fields of a form', async () => {
      for (const [path, location] of [
        ['/si/pieces/hats', '/si/pieces/Hats'],
        ['/si/', '/si'],
        ['/ta/pieces/', '/ta/pieces'],
        ['/ta/pieces?q=&size=M', '/ta/pieces?size=M'],
        ['/en/pieces?q=a', '/pieces?q=a'],
      ] as const) {
        const answer = await request(path)
        assert.deepEqual([answer.status, answer.headers.get('Location')], [308, location], path)
      }
    })

    test('an enquiry is in the language of its page, with its address', async () => {
      for (const [language, greeting] of [
        ['si', 'ආයුබෝවන්'],
        ['ta', 'வணக்கம்'],
      ] as const) {
        for (const path of [`/item/${item.id}`, `/enquiry?pieces=${item.id}`]) {
          const links = attributesOf(await elementsOf(`/${language}${path}`), 'a').map(({ href = '' }) => href)
          const chat = links.find((href) => href.startsWith('https://wa.me/') && href.includes('?text=')) ?? ''
          const message = new URL(chat).searchParams.get('text') ?? ''
          assert.ok(message.startsWith(greeting), message)
          assert.match(message, new RegExp(`/${language}/item/${item.id}$`))
        }
      }
    })

    test('what the maker wrote in another script has its language: sizes, colours and chosen filters too', async () => {
      await change('PUT', { ...newItem, size: 'S / M / L', color: 'Ivory, Grey' })
      for (const [path, text] of [
        [`/item/${item.id}`, /<span lang="en">M<\/span>/],
        [`/item/${item.id}`, /<a [^>]*lang="en">Grey<\/a>/],
        [`/enquiry?pieces=${item.id}`, /<a [^>]*lang="en">M<\/a>/],
        ['/pieces', /<option value="M" lang="en">/],
        ['/pieces?q=ivory', /<span lang="en">[^<]*ivory[^<]*<\/span>/],
      ] as const) {
        assert.match(await read(`/si${path}`), text)
        assert.doesNotMatch(await read(path), text)
      }
    })

    test('a change of a piece shows at once in every language: on the home page, in lists and on its page', async () => {
      const paths = languages.flatMap((language) =>
        ['', '/pieces', '/pieces/Hats', `/item/${item.id}`].map((path) => prefixes[language] + path || '/'),
      )
      const readAll = async () => Promise.all(paths.map(async (path) => [path, await read(path)] as const))
      for (const [path, html] of await readAll()) assert.match(html, /Ivory Beanie/, path)
      await change('PUT', { ...newItem, title: 'Harbour Beanie', price: '4321' })
      for (const [path, html] of await readAll()) {
        assert.match(html, /Harbour Beanie/, path)
        assert.match(html, /4,321/, path)
        assert.doesNotMatch(html, /Ivory/, path)
      }
      await change('PATCH', { hidden: true })
      for (const [path, html] of await readAll()) assert.doesNotMatch(html, /Harbour/, path)
      await change('PATCH', { hidden: false })
    })

    test('another first language strands nobody: its prefix and that of a language that is off lead on', async () => {
      await changeSettings(shop.url, owner, { languages: 'si en' })
      for (const [path, status, outcome] of [
        ['/', 200, 'si'],
        ['/en', 200, 'en'],
        [`/item/${item.id}`, 200, 'si'],
        [`/en/item/${item.id}`, 200, 'en'],
        ['/nowhere', 404, 'si'],
        ['/create', 200, 'en'],
        ['/si', 308, '/'],
        [`/si/item/${item.id}?utm=x`, 308, `/item/${item.id}?utm=x`],
        ['/ta/pieces', 308, '/pieces'],
      ] as const) {
        const answer = await request(path)
        assert.equal(answer.status, status, path)
        if (status === 308) {
          assert.deepEqual([answer.headers.get('Location'), answer.headers.get('Cache-Control')], [outcome, 'no-store'])
        } else assert.equal(htmlLanguage(await answer.text()), outcome, path)
      }
      assert.equal(htmlLanguage(await read('/robots.txt')), undefined)
    })

    test('pages are prerendered in every language of the shop', async () => {
      const rules = (await elementsOf('/en')).find(({ attributes }) => attributes['type'] === 'rules')
      const { prerender } = JSON.parse(rules?.text ?? '') as {
        prerender: { where: { or: { href_matches?: string[] }[] } }[]
      }
      const patterns = prerender[0]?.where.or[0]?.href_matches ?? []
      const isPrerendered = (path: string) =>
        patterns.some((each) => new URLPattern(each, shop.url).test(new URL(path, shop.url)))
      for (const path of ['/', '/item/a', '/pieces', '/pieces/Hats', '/en', '/en/item/a', '/en/pieces/Hats']) {
        assert.ok(isPrerendered(path), path)
      }
      for (const path of ['/en/pieces?q=a', '/ta', '/create', '/en/enquiry']) assert.ok(!isPrerendered(path), path)
    })
  })
}
