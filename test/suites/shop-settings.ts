import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { settingFields, translatedNames } from '../../src/domain/shop-settings.ts'
import { createAccounts, statusOfRemovedOwner, type Role, type TestShop, type TokensByRole } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { drawPhoto, uploadPhoto, type SentPhoto } from '../kit/photos/photos.ts'

const path = '/manage/shop'

/** The settings of a shop without any, as owners get them. */
const first = {
  name: 'Stockinette',
  whatsapp: '',
  languages: ['en'],
  phone: '',
  email: '',
  copyMessage: true,
  qrCode: true,
  instagram: '',
  eyebrow: '',
  headline: '',
  sub: '',
  place: '',
  about: '',
  delivery: '',
  care: '',
  payment: '',
  returns: '',
  videoCall: '',
  howToMeasure: '',
  replyTime: '',
  deliveryLine: '',
  knittedIn: '',
  weeksToMake: null,
  aboutPhoto: null,
  sharePhoto: null,
  heroPhoto: null,
  heroFocus: null,
  noticeKind: null,
  noticeUntil: null,
  noticeWeeks: null,
  noticeText: '',
  translations: {},
  whoMayAdd: null,
}

/** Each setting but the photos has a value other than its default. */
const filled = {
  name: 'Nimali',
  whatsapp: '94771234568',
  languages: ['ta', 'en'],
  phone: '94711234567',
  email: 'nimali@wool.example',
  copyMessage: false,
  qrCode: false,
  instagram: 'https://www.instagram.com/nimali.knits',
  ...Object.fromEntries(translatedNames.map((name) => [name, `The ${name}.`])),
  weeksToMake: 3,
  heroFocus: { x: 40, y: 25 },
  noticeKind: 'madeToOrder',
  noticeUntil: '2099-12-12',
  noticeWeeks: 4,
  translations: { en: { headline: 'Warm wool.' } },
  whoMayAdd: 'owners',
}

type Settings = { readonly [Name in keyof typeof first]: unknown }

const tableOf = (backend: string): Readonly<Record<Role | 'nobody', 200 | 401 | 403>> => ({
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, not an owner': 403,
  'removed owner with a token from before': statusOfRemovedOwner(backend),
  'owner after a reset, with a token from before': 401,
  owner: 200,
})

/** How owners change the settings of their shop, through its API. Each backend runs this suite. */
export function testShopSettings(backend: string, shop: TestShop): void {
  describe(`${backend}: shop settings`, () => {
    let people: TokensByRole
    let photo: SentPhoto

    before(async () => {
      const { idToken } = await signUp(shop.identityUrl)
      photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(200, 250))
      people = await createAccounts(shop)
    })
    after(() => shop[Symbol.asyncDispose]())

    const get = async () => {
      const answer = await callApi(shop.url, people.owner, { method: 'GET', path })
      assert.equal(answer.status, 200)
      const version = /^"(\d+)"$/.exec(answer.headers.get('ETag') ?? '')?.[1] ?? ''
      return { settings: (await answer.json()) as Settings, version }
    }
    const put = (body: unknown, version?: string) =>
      callApi(shop.url, people.owner, { method: 'PUT', path, body, ...(version !== undefined && { version }) })
    /** Changes the present settings. @returns them as saved. */
    const change = async (fields: Partial<Settings>) => {
      const { settings, version } = await get()
      const answer = await put({ ...settings, ...fields }, version)
      assert.equal(answer.status, 200, await answer.clone().text())
      return (await answer.json()) as Settings
    }
    const page = async (where: string) => (await fetch(shop.url + where)).text()

    test('GET: the settings of the environment until some are saved', async () => {
      assert.deepEqual(await get(), { settings: first, version: '0' })
    })

    for (const [role, status] of Object.entries(tableOf(backend)) as [Role | 'nobody', number][]) {
      test(`GET and PUT, ${role}: ${status}`, async () => {
        const present = await get()
        const idToken = role === 'nobody' ? undefined : people[role]
        const saving = { method: 'PUT', path, body: { ...present.settings, place: role }, version: present.version }
        for (const call of [{ method: 'GET', path }, saving]) {
          const answer = await callApi(shop.url, idToken, call)
          assert.equal(answer.status, status)
          if (status === 200) assert.equal(answer.headers.get('Cache-Control'), 'no-store')
        }
        if (status !== 200) assert.deepEqual(await get(), present)
      })
    }

    test('PUT: takes what GET answered, and every field as people write it', async () => {
      const saved = await change({
        name: '  Nimali  ',
        whatsapp: '077 123 4568',
        phone: '071 123 4567',
        email: 'mailto:nimali@wool.example',
        copyMessage: '',
        qrCode: 'true',
        instagram: '@nimali.knits',
        eyebrow: 'New',
        headline: 'Wool from\r\nthe hills.',
        sub: '',
        place: 'Kandy\r\nSri Lanka',
        about: 'I am Nimali.\r\n\r\nI knit\u0007.',
        delivery: 'By post\ud800.',
        care: 'Wash cold.',
        payment: 'By bank transfer.',
        returns: 'Within 7 days.',
        videoCall: 'On weekday evenings.',
        howToMeasure: 'Lay it flat.',
        replyTime: 'Replies\r\ntoday.',
        deliveryLine: '3 days, LKR 400.',
        knittedIn: '',
        weeksToMake: '3',
        aboutPhoto: photo.id,
        sharePhoto: photo.id,
        heroPhoto: null,
        heroFocus: '40,25',
        noticeKind: 'orderBy',
        noticeUntil: '2099-12-12',
        noticeWeeks: '4',
        noticeText: ' For\r\nChristmas. ',
        whoMayAdd: 'owners',
        languages: 'en ta',
        translations: { ta: { headline: ' கம்பளி\r\nஆடை ', about: 'நான் நிமாலி.\r\n\r\nபின்னுகிறேன்.', sub: '' } },
      })
      assert.deepEqual(saved, {
        name: 'Nimali',
        whatsapp: '94771234568',
        phone: '94711234567',
        email: 'nimali@wool.example',
        copyMessage: false,
        qrCode: true,
        instagram: 'https://www.instagram.com/nimali.knits',
        eyebrow: 'New',
        headline: 'Wool from the hills.',
        sub: '',
        place: 'Kandy\nSri Lanka',
        about: 'I am Nimali.\n\nI knit.',
        delivery: 'By post\ufffd.',
        care: 'Wash cold.',
        payment: 'By bank transfer.',
        returns: 'Within 7 days.',
        videoCall: 'On weekday evenings.',
        howToMeasure: 'Lay it flat.',
        replyTime: 'Replies today.',
        deliveryLine: '3 days, LKR 400.',
        knittedIn: '',
        weeksToMake: 3,
        aboutPhoto: photo.id,
        sharePhoto: photo.id,
        heroPhoto: null,
        heroFocus: { x: 40, y: 25 },
        noticeKind: 'orderBy',
        noticeUntil: '2099-12-12',
        noticeWeeks: 4,
        noticeText: 'For Christmas.',
        whoMayAdd: 'owners',
        languages: ['en', 'ta'],
        translations: { ta: { headline: 'கம்பளி ஆடை', about: 'நான் நிமாலி.\n\nபின்னுகிறேன்.' } },
      })
      assert.deepEqual((await get()).settings, saved)
      const { settings, version } = await get()
      const again = await put(settings, version)
      assert.equal(again.headers.get('ETag'), `"${version}"`)
      assert.deepEqual(await again.json(), settings)
    })

    test('PUT: sent twice, it is answered twice the same, though the version is an old one by then', async () => {
      const { settings, version } = await get()
      const answers = [
        await put({ ...settings, sub: 'Twice' }, version),
        await put({ ...settings, sub: 'Twice' }, version),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      assert.equal(answers[0]?.headers.get('ETag'), answers[1]?.headers.get('ETag'))
    })

    test('PUT: an old version is answered 412 with the present settings and their version', async () => {
      const { settings, version } = await get()
      await change({ sub: 'First' })
      const present = await get()
      const refused = await put({ ...settings, sub: 'Second' }, version)
      assert.equal(refused.status, 412)
      assert.equal(refused.headers.get('ETag'), `"${present.version}"`)
      const body = (await refused.json()) as { error: { code: string; message: string }; settings: Settings }
      assert.equal(body.error.code, 'settings-changed')
      assert.match(body.error.message, /^\S.*\.$/)
      assert.deepEqual(body.settings, present.settings)
      assert.deepEqual(await get(), present)
    })

    test('PUT: no version is answered 428', async () => {
      const { settings } = await get()
      const refused = await put({ ...settings, sub: 'Third' })
      assert.equal(refused.status, 428)
      assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'version-required')
    })

    test('PUT: invalid fields are answered 422, each with a sentence, and change nothing', async () => {
      const present = await get()
      const invalid = {
        name: ' \n ',
        whatsapp: '077 12',
        phone: '077 12',
        email: 'a@b, c@d',
        copyMessage: 'no',
        instagram: 'javascript:alert(1)',
        about: 'x'.repeat(2_001),
        care: 7,
        weeksToMake: 53,
        aboutPhoto: '../x',
        whoMayAdd: 'friends',
        languages: ['en', 'fr'],
      }
      const refused = await put({ ...present.settings, ...invalid }, present.version)
      assert.equal(refused.status, 422)
      const { error } = (await refused.json()) as { error: { code: string; fields: Record<string, string> } }
      assert.equal(error.code, 'invalid-settings')
      assert.deepEqual(Object.keys(error.fields).toSorted(), Object.keys(invalid).toSorted())
      for (const message of Object.values(error.fields)) assert.match(message, /^[A-Z].*\.$/)
      assert.equal((await put([], present.version)).status, 422)
      assert.deepEqual(await get(), present)
    })

    test('PUT: photos that the shop does not have are answered 422 with their fields', async () => {
      const { settings, version } = await get()
      const refused = await put({ ...settings, sharePhoto: 'f'.repeat(32), heroPhoto: 'e'.repeat(32) }, version)
      assert.equal(refused.status, 422)
      const { error } = (await refused.json()) as { error: { fields: Record<string, string> } }
      assert.deepEqual(error.fields, {
        sharePhoto: 'This photo is missing. Please choose it again.',
        heroPhoto: 'This photo is missing. Please choose it again.',
      })
    })

    test('PUT: a body of more than 256 KB is answered 413', async () => {
      assert.equal((await put({ ...first, about: 'x'.repeat(270_000) }, '0')).status, 413)
    })

    test('PUT: every text as long as it may be, in three languages and letters of three bytes each, is saved', async () => {
      const { settings } = await get()
      const longest = Object.fromEntries(translatedNames.map((name) => [name, 'ත'.repeat(settingFields[name].max)]))
      const texts = { ...longest, languages: ['si', 'ta', 'en'], translations: { ta: longest, en: longest } }
      const saved = await change(texts)
      assert.deepEqual(saved, { ...saved, ...texts })
      const none = Object.fromEntries(translatedNames.map((name) => [name, '']))
      await change({ ...settings, translations: { ta: none, en: none } })
    })

    test('a change shows on the next view of every page and file, cached ones too', async () => {
      const { idToken } = await signUp(shop.identityUrl)
      await change({ whoMayAdd: 'anyone', whatsapp: '+94 71 000 0001', name: 'Old Wool', headline: '' })
      const added = await sendItem(shop.url, idToken, { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' })
      const { id } = (await added.json()) as { id: string }
      const paths = ['/', `/item/${id}`, '/item/none', '/create', '/manage', '/sign-in', '/manifest.webmanifest']
      for (const each of paths) assert.match(await page(each), /Old Wool/, each)
      await change({ name: 'New & <b>', whatsapp: '+94 71 000 0002', headline: 'Knitted in Kandy.' })
      for (const each of paths) {
        const text = await page(each)
        assert.doesNotMatch(text, /Old Wool|94710000001/, each)
        assert.match(text, each.endsWith('.webmanifest') ? /New & <b>/ : /New &amp; &lt;b&gt;/, each)
      }
      assert.match(await page(`/item/${id}`), /wa\.me\/94710000002\?text=/)
      assert.match(await page('/'), /<title>New &amp; &lt;b&gt; · Knitted in Kandy\.<\/title>[^]*>Knitted in Kandy\.</)
      assert.ok((await page('/')).includes(`/photos/${photo.id}.jpg`))
    })

    test('PUT: each setting that a form does not know keeps its value', async () => {
      const former = (await get()).settings
      const kept = await change({ ...filled, aboutPhoto: photo.id, sharePhoto: photo.id, heroPhoto: photo.id })
      for (const name of Object.keys(first) as (keyof Settings)[]) {
        assert.notDeepEqual(kept[name], first[name], name)
        const { settings, version } = await get()
        const { [name]: _, ...older } = settings
        const changed = name === 'place' ? { about: `Without ${name}` } : { place: `Without ${name}` }
        const saved = await put({ ...older, ...changed }, version)
        assert.equal(saved.status, 200, await saved.clone().text())
        assert.deepEqual(await saved.json(), { ...settings, ...changed }, name)
      }
      await change(former)
    })

    test('texts in other languages show on pages in them, and a missing one in the first language with its lang', async () => {
      await change({
        languages: ['en', 'si', 'ta'],
        headline: 'Warm wool.',
        about: 'I am Nimali.',
        noticeKind: 'madeToOrder',
        noticeText: 'Closed on Sundays.',
        translations: { si: { headline: 'උණුසුම් ලොම්.' }, ta: { about: 'நான் நிமாலி.', noticeText: 'ஞாயிறு விடுமுறை.' } },
      })
      const [english, sinhala, tamil] = [await page('/'), await page('/si'), await page('/ta')]
      assert.match(english, /<h2>Warm wool\.<\/h2>[^]*<p class="plain-text">I am Nimali\.</)
      assert.match(english, /<aside[^>]*>[^<]*Closed on Sundays\.<\/aside>/)
      assert.match(sinhala, /<h2>උණුසුම් ලොම්\.<\/h2>[^]*<p class="plain-text" lang="en">I am Nimali\.</)
      assert.match(
        sinhala,
        /<aside[^>]*><span>[^<]+<\/span><span lang="en">[^<]*(?:<!-- -->)?Closed on Sundays\.<\/span><\/aside>/,
      )
      assert.match(tamil, /<h2 lang="en">Warm wool\.<\/h2>[^]*<p class="plain-text">நான் நிமாலி\.</)
      assert.match(tamil, /<aside[^>]*>[^<]*ஞாயிறு விடுமுறை\.<\/aside>/)
      await change({ languages: ['en'], noticeKind: null })
      assert.doesNotMatch(await page('/'), /lang="(?:si|ta)"|නිමාලි|உணு/)
    })

    test('whoMayAdd applies from the next request on', async () => {
      const { idToken } = await signUp(shop.identityUrl)
      const add = async () =>
        (await sendItem(shop.url, idToken, { title: 'Beanie', imageUrl: 'https://example.com/a.jpg' })).status
      for (const [whoMayAdd, status] of [
        ['anyone', 201],
        ['owners', 403],
        [null, 403],
      ] as const) {
        await change({ whoMayAdd })
        assert.equal(await add(), status, String(whoMayAdd))
      }
    })
  })
}
