import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { findWord } from '../../src/messages/words.ts'
import { createAccounts, statusOfRemovedOwner, type Role, type TestShop, type TokensByRole } from '../kit/accounts.ts'
import { callApi, changeSettings } from '../kit/manage-client.ts'

const path = '/manage/words'

interface WordJson {
  readonly language: string
  readonly key: string
  readonly text: string
  readonly grade: string
  readonly correction: string | null
}

const tableOf = (backend: string): Readonly<Record<Role | 'nobody', 200 | 401 | 403>> => ({
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, not an owner': 403,
  'removed owner with a token from before': statusOfRemovedOwner(backend),
  'owner after a reset, with a token from before': 401,
  owner: 200,
})

/** How owners correct words of the pages, through its API. Each backend runs this suite. */
export function testWords(backend: string, shop: TestShop): void {
  describe(`${backend}: corrections of words`, () => {
    let people: TokensByRole

    before(async () => {
      people = await createAccounts(shop)
    })
    after(() => shop[Symbol.asyncDispose]())

    const search = async (q: string) => {
      const where = `${path}?${new URLSearchParams({ q }).toString()}`
      const answer = await callApi(shop.url, people.owner, { method: 'GET', path: where })
      assert.equal(answer.status, 200)
      return (await answer.json()) as { count: number; words: WordJson[] }
    }
    const correct = (name: string, body: unknown, idToken: string | undefined = people.owner) =>
      callApi(shop.url, idToken, { method: 'PUT', path: `${path}/${name}`, body })

    for (const [role, status] of Object.entries(tableOf(backend)) as [Role | 'nobody', number][]) {
      test(`GET and PUT, ${role}: ${status}`, async () => {
        const idToken = role === 'nobody' ? undefined : people[role]
        for (const call of [
          { method: 'GET', path },
          { method: 'PUT', path: `${path}/ta/item.sold`, body: { text: role } },
        ]) {
          const answer = await callApi(shop.url, idToken, call)
          assert.equal(answer.status, status)
          if (status === 200) assert.equal(answer.headers.get('Cache-Control'), 'no-store')
        }
        const { words } = await search('item.sold')
        const tamil = words.find(({ language, key }) => language === 'ta' && key === 'item.sold')
        assert.equal(tamil?.correction, status === 200 ? role : null)
      })
    }

    test('GET: finds words by their text, their English text and their key; corrected ones first, then the least sure', async () => {
      const sold = findWord('si', 'item.sold')
      for (const q of [sold?.text ?? '', 'sOLD', 'item.sold']) {
        const { words } = await search(q)
        assert.ok(
          words.some(({ language, key }) => language === 'si' && key === 'item.sold'),
          q,
        )
      }
      assert.equal((await correct('si/item.untitled', { text: 'නම නොදනී' })).status, 200)
      const all = await search('')
      assert.ok(all.count > 400)
      assert.equal(all.words.length, 30)
      assert.ok(
        all.words.slice(0, 2).some(({ key, correction }) => key === 'item.untitled' && correction === 'නම නොදනී'),
      )
      assert.equal(all.words.at(-1)?.grade, 'C')
      assert.deepEqual(await search('zzz no such word'), { count: 0, words: [] })
    })

    test('PUT: may be sent again; an empty text takes the correction back, and so does that of the shop', async () => {
      const word = findWord('si', 'item.photos')
      const read = async (answer: Response) => ((await answer.json()) as WordJson).correction
      for (const text of ['පින්තූර', ' පින්තූර\n']) {
        assert.equal(await read(await correct('si/item.photos', { text })), 'පින්තූර')
      }
      assert.equal(await read(await correct('si/item.photos', { text: '' })), null)
      await correct('si/item.photos', { text: 'පින්තූර' })
      assert.equal(await read(await correct('si/item.photos', { text: word?.text })), null)
    })

    for (const [what, body, status] of [
      ['without a placeholder', { text: 'ඡායාරූපය {number}' }, 422],
      ['with an unknown placeholder', { text: '{number} {count} {price}' }, 422],
      ['that is too long', { text: `{number} {count}${'x'.repeat(300)}` }, 422],
      ['that is no text', { text: 7 }, 422],
      ['that is missing', [], 422],
    ] as const) {
      test(`PUT: a text ${what} is answered ${status} with a sentence, and changes nothing`, async () => {
        const refused = await correct('si/item.photo', body)
        assert.equal(refused.status, status)
        const { error } = (await refused.json()) as { error: { code: string; fields: { text: string } } }
        assert.equal(error.code, 'invalid-settings')
        assert.match(error.fields.text, /^[A-Z].*\.$/)
        const { words } = await search('item.photo')
        assert.deepEqual(
          words.filter(({ key, correction }) => key === 'item.photo' && correction !== null),
          [],
        )
      })
    }

    for (const name of ['si/item.none', 'si/site.language', 'en/item.sold', 'fr/item.sold', 'si/__proto__']) {
      test(`PUT: ${name} is no word: 404`, async () => assert.equal((await correct(name, { text: 'x' })).status, 404))
    }

    test('a correction shows on every page of its language at once, cached ones too', async () => {
      await changeSettings(shop.url, people.owner, { languages: ['en', 'si', 'ta'] })
      const page = async (where: string) => (await fetch(shop.url + where)).text()
      const word = findWord('si', 'site.skipToContent')?.text ?? ''
      const paths = ['/si', '/si/pieces', '/si/enquiry', '/si/item/none']
      for (const each of paths) assert.ok((await page(each)).includes(word), each)
      assert.equal((await correct('si/site.skipToContent', { text: 'කෙළින්ම යන්න' })).status, 200)
      for (const each of paths) {
        const shown = await page(each)
        assert.ok(shown.includes('කෙළින්ම යන්න') && !shown.includes(word), each)
      }
      for (const each of ['/', '/ta']) assert.ok(!(await page(each)).includes('කෙළින්ම යන්න'), each)
      await correct('si/site.skipToContent', { text: '' })
      assert.ok((await page('/si')).includes(word))
    })

    test('corrections stay when the form of the settings is saved', async () => {
      await correct('si/item.more', { text: 'තවත්' })
      const settings = { method: 'GET', path: '/manage/shop' }
      const shown = await callApi(shop.url, people.owner, settings)
      const version = shown.headers.get('ETag')?.replaceAll('"', '') ?? ''
      const body = { ...((await shown.json()) as object), place: 'Kandy' }
      assert.ok(!('corrections' in body))
      const saved = await callApi(shop.url, people.owner, { ...settings, method: 'PUT', body, version })
      assert.equal(saved.status, 200, await saved.text())
      const { words } = await search('item.more')
      assert.equal(words.find(({ language, key }) => language === 'si' && key === 'item.more')?.correction, 'තවත්')
    })
  })
}
