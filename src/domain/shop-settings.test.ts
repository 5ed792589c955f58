import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { describeInvalidInput } from '../messages/describe-invalid-input.ts'
import { english } from '../messages/english.ts'
import { parseWhatsapp } from './contact/whatsapp.ts'
import { isInvalidInput } from './invalid-input.ts'
import {
  defaultSettings,
  inLanguage,
  parseShopSettings,
  readShopSettings,
  settingFields,
  settingNames,
} from './shop-settings.ts'

const photoId = 'f5ec3182ef906037e19c7b2fd24d930e'

const empty = {
  name: 'Wool & Co',
  languages: ['en'],
  whatsapp: '',
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

const full = {
  name: 'Wool & Co',
  languages: ['si', 'en'],
  whatsapp: '94771234568',
  phone: '94711234567',
  email: 'nimali@wool.example',
  copyMessage: false,
  qrCode: false,
  instagram: 'https://www.instagram.com/mywool',
  eyebrow: 'New',
  headline: 'Warm.',
  sub: 'From Kandy.',
  place: 'Kandy\nSri Lanka',
  about: 'I am Nimali.\n\nI knit.',
  delivery: 'By post.',
  care: 'Wash cold.',
  payment: 'By bank transfer.',
  returns: 'Within 7 days.',
  videoCall: 'On weekday evenings.',
  howToMeasure: 'Lay it flat.',
  replyTime: 'Replies today.',
  deliveryLine: '3 days, LKR 400.',
  knittedIn: 'Knitted in Kandy.',
  weeksToMake: 3,
  aboutPhoto: photoId,
  sharePhoto: photoId,
  heroPhoto: photoId,
  heroFocus: { x: 40, y: 25 },
  noticeKind: 'orderBy',
  noticeUntil: '2026-11-27',
  noticeWeeks: 4,
  noticeText: 'For Christmas.',
  translations: { en: { headline: 'Warm.', about: 'I am Nimali.\n\nI knit.' } },
  whoMayAdd: 'owners',
} as const

/** The error for invalid settings. */
function refusalOf(input: unknown): { message: string; fields: unknown } {
  try {
    parseShopSettings(input)
  } catch (error) {
    assert.ok(isInvalidInput(error))
    return describeInvalidInput(error, english)
  }
  assert.fail('they were accepted')
}

test('readShopSettings: languages that a shop does not know are left out; without any, it is in English', () => {
  for (const [stored, languages] of [
    [undefined, ['en']],
    [null, ['en']],
    ['ta', ['en']],
    [[], ['en']],
    [['fr'], ['en']],
    [
      ['ta', 'fr', 'en', 'ta'],
      ['ta', 'en'],
    ],
  ] as const) {
    assert.deepEqual(readShopSettings({ ...empty, languages: stored })?.languages, languages)
  }
})

test('inLanguage: a missing text is in the first language, or else in another one of the shop', () => {
  const shop = {
    ...defaultSettings,
    languages: ['si', 'ta', 'en'],
    headline: 'උණුසුම්',
    about: 'මම නිමාලි',
    translations: { en: { headline: 'Warm', care: 'Wash cold.' }, ta: { headline: 'கதகதப்பு' } },
  } as const
  const shown = (language: 'en' | 'si' | 'ta') => {
    const { headline, about, care, payment } = inLanguage(shop, language)
    return [headline, about, care, payment]
  }
  assert.deepEqual(shown('si'), ['උණුසුම්', 'මම නිමාලි', 'Wash cold.', ''])
  assert.deepEqual(shown('ta'), ['கதகதப்பு', 'මම නිමාලි', 'Wash cold.', ''])
  assert.deepEqual(shown('en'), ['Warm', 'මම නිමාලි', 'Wash cold.', ''])
})

test('inLanguage: where the page has words of its own, texts of a third language are not shown in their place', () => {
  const shop = {
    ...defaultSettings,
    languages: ['en', 'si'],
    translations: { si: { headline: 'උණුසුම්', eyebrow: 'අලුත්', sub: 'අතින් ගෙතූ', delivery: 'දින තුනකින්' } },
  } as const
  const { headline, eyebrow, sub, delivery } = inLanguage(shop, 'en')
  assert.deepEqual([headline, eyebrow, sub, delivery], ['', '', '', 'දින තුනකින්'])
  assert.equal(inLanguage(shop, 'si').headline, 'උණුසුම්')
})

test('inLanguage: texts of a language that is off are not shown', () => {
  const off = { ...defaultSettings, headline: '', translations: { ta: { headline: 'கதகதப்பு' } } }
  assert.equal(inLanguage(off, 'en').headline, '')
})

describe('parseShopSettings', () => {
  test('an invalid text in another language is named with its language', () => {
    const translations = { si: { headline: 'x'.repeat(81), care: 'ok' }, ta: { sub: 'x'.repeat(201) } }
    assert.deepEqual(refusalOf({ ...empty, translations }).fields, {
      'headline@si': 'Too long: please use 80 characters or fewer.',
      'sub@ta': 'Too long: please use 200 characters or fewer.',
    })
  })

  for (const translations of [
    7,
    { fr: { sub: 'x' } },
    { si: { headline: 7 } },
    { si: { name: 'x' } },
    { si: { toString: 'x' } },
  ]) {
    test(`texts in other languages: ${JSON.stringify(translations)} is refused`, () =>
      assert.deepEqual(Object.keys(refusalOf({ ...empty, translations }).fields ?? {}), ['translations']))
  }

  test('needs a name alone', () => assert.deepEqual(parseShopSettings({ name: ' Wool & Co ' }), empty))

  test('takes every field, and its result again', () => {
    assert.deepEqual(parseShopSettings(full), full)
    assert.deepEqual(parseShopSettings(parseShopSettings(full)), full)
    assert.deepEqual(parseShopSettings(empty), empty)
  })

  test('ignores unknown fields', () => {
    const unknown = JSON.parse('{"name":"Wool & Co","owner":"me","__proto__":{"about":"x"}}') as unknown
    assert.deepEqual(parseShopSettings(unknown), empty)
  })

  test('takes what forms send: numbers as text, and empty fields', () => {
    const fields = { weeksToMake: ' 12 ', aboutPhoto: '', heroFocus: '40,25', whoMayAdd: '', languages: ' ta en ' }
    assert.deepEqual(parseShopSettings({ ...empty, ...fields }), {
      ...empty,
      languages: ['ta', 'en'],
      weeksToMake: 12,
      heroFocus: { x: 40, y: 25 },
    })
  })

  const multiline = ['place', 'about', 'delivery', 'care', 'payment', 'returns', 'videoCall', 'howToMeasure'] as const
  for (const name of multiline) {
    test(`${name}: line breaks of every kind become \\n`, () => {
      const typed = '\r\n one\r\ntwo\rthree\u2028four\n\nfive \r\n'
      assert.equal(parseShopSettings({ ...empty, [name]: typed })[name], 'one\ntwo\nthree\nfour\n\nfive')
    })
  }

  for (const name of ['copyMessage', 'qrCode'] as const) {
    test(`${name}: is on until somebody unticks its box, which a form sends as an empty text`, () => {
      for (const [sent, value] of [
        [undefined, true],
        [null, true],
        ['true', true],
        [true, true],
        ['', false],
        [false, false],
      ] as const) {
        assert.equal(parseShopSettings({ ...empty, [name]: sent })[name], value, String(sent))
      }
    })
  }

  for (const name of ['name', 'eyebrow', 'headline', 'sub', 'replyTime', 'deliveryLine', 'knittedIn'] as const) {
    test(`${name}: line breaks become spaces`, () => {
      assert.equal(parseShopSettings({ ...empty, [name]: ' one\r\ntwo\n\nthree ' })[name], 'one two three')
    })
  }

  type TextSetting = Exclude<
    keyof typeof full,
    | 'weeksToMake'
    | 'heroFocus'
    | 'languages'
    | 'translations'
    | 'whoMayAdd'
    | 'copyMessage'
    | 'qrCode'
    | `notice${'Kind' | 'Until' | 'Weeks'}`
    | `${string}Photo`
  >
  const texts = settingNames.filter((name): name is TextSetting => 'max' in settingFields[name])
  const contacts: ReadonlySet<string> = new Set(['whatsapp', 'phone', 'email', 'instagram'])
  for (const name of texts.filter((each) => !contacts.has(each))) {
    test(`${name}: control characters are removed, and lone surrogates replaced`, () => {
      const typed = 'a\u0000b\u001bc\u007fd\u009be\tf\ud800g\u{1f9f6}'
      assert.equal(parseShopSettings({ ...empty, [name]: typed })[name], 'abcde f\ufffdg\u{1f9f6}')
    })
    test(`${name}: has a longest length`, () => {
      const { max } = settingFields[name]
      assert.equal(parseShopSettings({ ...empty, [name]: ` ${'x'.repeat(max)} ` })[name].length, max)
      const message = `Too long: please use ${max} characters or fewer.`
      assert.deepEqual(refusalOf({ ...empty, [name]: 'x'.repeat(max + 1) }), { message, fields: { [name]: message } })
    })
  }

  for (const [field, values, message] of [
    ...texts.map((name) => [name, [1, true, {}, ['x']], 'This must be text.'] as const),
    ['name', [undefined, null, '', ' \n\t ', '\u0000'], 'Enter your shop’s name.'],
    ...(['whatsapp', 'phone'] as const).map(
      (name) =>
        [
          name,
          ['my number', '12', '9'.repeat(16)],
          'Enter a phone number, such as 077 123 4567 or +94 77 123 4567.',
        ] as const,
    ),
    ['email', ['mary', 'a@b', 'a@b.example?bcc=c@d.example'], 'Enter an e-mail address, such as you@example.com.'],
    ...(['copyMessage', 'qrCode'] as const).map(
      (name) => [name, ['yes', 1, []], 'This must be true or false.'] as const,
    ),
    [
      'instagram',
      ['javascript:alert(1)', 'my wool', 'https://a:b@instagram.com/x', '@'],
      'Enter an Instagram handle or address, such as @mywool.',
    ],
    ['weeksToMake', [0, 53, 1.5, -1, '1e1', 'two', true, []], 'Enter a whole number of weeks from 1 to 52.'],
    ...(['aboutPhoto', 'sharePhoto', 'heroPhoto'] as const).map(
      (name) =>
        [name, [1, 'x', '../x', { id: photoId }, [photoId]], 'This must be a photo uploaded to this shop.'] as const,
    ),
    [
      'heroFocus',
      ['40', '40,25,1', { x: 40 }, { x: 101, y: 0 }, { x: 0.5, y: 0 }, true],
      'A focus must have x and y, each a whole number from 0 to 100.',
    ],
    ['whoMayAdd', ['everyone', 1, true], 'Choose who may add pieces: anyone, or only owners.'],
    [
      'languages',
      [1, true, {}, [], 'fr', 'si fr', 'SI', ['en', 'en'], ['en', 1], 'en,si'],
      'Languages must be one or more of en, si and ta, each once.',
    ],
  ] as const) {
    test(`${field}: what is invalid is refused: ${message}`, () => {
      for (const value of values) {
        assert.deepEqual(refusalOf({ ...empty, [field]: value }), { message, fields: { [field]: message } })
      }
    })
  }

  for (const name of ['whatsapp', 'phone'] as const) {
    test(`${name}: an example number, also that of the specification, counts as empty, typed or stored`, () => {
      for (const typed of ['+94 77 123 4567', '077 000 0000']) {
        assert.equal(parseShopSettings({ ...empty, [name]: typed })[name], '')
        assert.equal(readShopSettings({ [name]: parseWhatsapp(typed) })?.[name], '')
      }
    })
  }

  test('instagram: the address that is stored has a longest length, too', () => {
    const message = 'Too long: please use 200 characters or fewer.'
    const typed = `https://wool.example/${'ක'.repeat(100)}`
    assert.deepEqual(refusalOf({ ...empty, instagram: typed }), { message, fields: { instagram: message } })
  })

  test('names every invalid field', () => {
    assert.deepEqual(Object.keys(refusalOf({ whatsapp: 1, weeksToMake: 'x' }).fields as object).toSorted(), [
      'name',
      'weeksToMake',
      'whatsapp',
    ])
  })

  for (const input of [undefined, null, 'x', 1, []]) {
    test(`refuses ${JSON.stringify(input)}`, () => {
      assert.deepEqual(refusalOf(input), { message: 'Shop settings must be an object with a name.', fields: undefined })
    })
  }
})
