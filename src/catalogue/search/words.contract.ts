import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { CatalogueQuery } from '../../domain/catalogue/catalogue-query.ts'
import { findPage, foundIds, idsOf, storedItem, type Start } from './test-support.ts'

/** What visitors do not see must not be found out. */
const hiddenBlankets = storedItem(3, { title: 'Blankets', hidden: true })

const zwj = '\u200D'
const zwnj = '\u200C'

/** By their ids. */
const titles = {
  creme: 'Crème brûlée Pullover',
  oslo: 'Ålesund sweater No. 12',
  cafe: 'Cafe\u0301 cardigan, hand-knitted',
  sharp: 'Straße socks (40/42)',
  beanie: 'අතින් ගෙතූ තොප්පිය',
  conjunct: `ක්${zwj}රීම් ශ්${zwj}රී ස්කාෆ්`,
  blue: 'නිල් කමිසය',
  hat: 'கையால் பின்னிய தொப்பி',
  joined: `நீல${zwnj}நிற கம்பளி`,
  red: 'சிவப்பு சால்வை',
} as const

type Title = keyof typeof titles

const searches: readonly [string, readonly Title[]][] = [
  ['creme', ['creme']],
  ['CRÈME', ['creme']],
  ['brul', ['creme']],
  ['bru\u0302le\u0301e pull', ['creme']],
  ['pullover creme', ['creme']],
  ['rème', []],
  ['alesund', ['oslo']],
  ['Ålesund', ['oslo']],
  ['A\u030Alesund', ['oslo']],
  ['12', ['oslo']],
  ['1', []],
  ['cafe', ['cafe']],
  ['café', ['cafe']],
  ['caf\u00E9 card', ['cafe']],
  ['hand', ['cafe']],
  ['hand-knit', ['cafe']],
  ['knitted, hand', ['cafe']],
  ['STRASSE', ['sharp']],
  ['straß', ['sharp']],
  ['42', ['sharp']],
  ['s', []],
  ['c', []],
  ['අතින්', ['beanie']],
  ['ගෙතූ', ['beanie', 'cafe', 'hat']],
  ['ගෙ', ['beanie']],
  ['ග', []],
  ['තොප්පිය අතින්', ['beanie']],
  ['තොප්', ['beanie']],
  ['ප්පිය', []],
  [`ක්${zwj}රීම්`, ['conjunct']],
  ['ක්රීම්', ['conjunct']],
  ['ශ්රී', ['conjunct']],
  [`ස්${zwnj}කා`, ['conjunct']],
  ['නිල්', ['blue']],
  ['කමිසය නි', ['blue']],
  ['தொப்பி', ['beanie', 'hat']],
  ['தொப்', ['hat']],
  ['பின்னிய கையால்', ['hat']],
  [`தொ${zwj}ப்பி`, ['beanie', 'hat']],
  ['நீலநிற', ['joined']],
  [`நீல${zwnj}நிற`, ['joined']],
  ['நீலநி', ['joined']],
  ['சிவப்பு சால்வை', ['red']],
  ['ப்பு', []],
]

const hostile: Readonly<Record<string, string>> = {
  'operators of other search engines': 'sweater NOT terms:',
  'a prefix and an initial token': '^sweater* + *',
  quotes: `"sweater" "" ' " OR "`,
  'an unclosed quote': '"sweater',
  NUL: 'sweater\0" OR 1',
  emoji: '🧶👩🏽‍🎨',
  'only punctuation': '!?.,-–—()[]{}…',
  'only joiners': `${zwj}${zwnj}`,
  'lone surrogates': '\uD83E sweater \uDDF6',
  'private-use characters': String.fromCodePoint(0xf_00_01, 0xf_00_03),
  'only marks': '\u0301\u0301\u0DCA',
  SQL: "'; DROP TABLE item; --",
  '64 KB': 'ab'.repeat(32_768),
  '64 KB of words': 'sw ne '.repeat(10_923),
  '64 KB of marks': `e${'\u0301'.repeat(32_767)}`,
}

/** The items of the test of hostile texts that have a word of a text. */
function saidBy(words: string): string[] {
  const typed = words.slice(0, 40)
  return [/\bne /.test(typed) ? ['item2'] : [], /sw |sweater/.test(typed) ? ['item1'] : []].flat()
}

/** What is typed, and what is searched for instead. */
const misspelt = [
  ['sweeter', 'sweater'],
  ['swaeter', 'sweater'],
  ['sweatter', 'sweater'],
  ['swoater', 'sweater'],
  ['xweater', 'sweater'],
  ['weater', 'sweater'],
  ['wseater', 'sweater'],
  ['sweaterr', 'sweater'],
  ['red sweeter', 'red sweater'],
  ['තොප්පිව', 'තොප්පිය'],
  ['தொப்பிமள்', 'தொப்பிகள்'],
] as const

/** Tests of searches. */
export function testWords(start: Start): void {
  test(`${searches.length} searches in three scripts`, async (t) => {
    const { search, put } = await start(t)
    await put(Object.entries(titles).map(([id, title], index) => storedItem(index, { id, title, category: 'தையல்' })))
    for (const [words, ids] of searches) {
      assert.deepEqual((await foundIds(search, { words })).toSorted(), ids.toSorted(), words)
    }
  })

  test('words are found in every field that is searched, and in no other', async (t) => {
    const { search, put } = await start(t)
    const searched = ['title', 'tagline', 'category', 'color', 'size', 'yarn', 'description'] as const
    const others = ['measurements', 'care'] as const
    await put([...searched, ...others].map((field, index) => storedItem(index, { id: field, [field]: 'Unmistakable' })))
    assert.deepEqual((await foundIds(search, { words: 'unmistak' })).toSorted(), searched.toSorted())
  })

  test('words of several fields together are found', async (t) => {
    const { search, put } = await start(t)
    await put([storedItem(1, { title: 'Beanie', color: 'Navy', yarn: 'Merino' }), storedItem(2, { title: 'Beanie' })])
    assert.deepEqual(await foundIds(search, { words: 'merino navy bean' }), ['item1'])
  })

  test('the beginning of very many words finds all of them', async (t) => {
    const { search, put } = await start(t)
    const items = Array.from({ length: 60 }, (_, index) => storedItem(index, { title: `pattern${index}` }))
    await put(items)
    assert.equal((await findPage(search, { words: 'patt' })).total, items.length)
  })

  test('hostile texts find nothing that they do not say, and hidden items neither', async (t) => {
    const { search, put } = await start(t)
    await put([
      storedItem(1, { title: 'Sweater', description: String.fromCodePoint(0xf_00_01, 0x20, 0xf_00_03) }),
      storedItem(2, { title: 'Near' }),
      storedItem(3, { title: 'Hidden sweater', description: String.fromCodePoint(0xf_00_01), hidden: true }),
    ])
    for (const [what, words] of Object.entries(hostile)) {
      const { items, total } = await findPage(search, { words })
      assert.equal(items.length, total, what)
      assert.deepEqual(idsOf({ items }), saidBy(words), what)
    }
    assert.deepEqual(await foundIds(search, {}), ['item2', 'item1'])
  })

  test('one misspelt letter of a word is forgiven where nothing matches', async (t) => {
    const { search, put } = await start(t)
    await put([
      storedItem(1, { title: `Red sweater තොප්පිය தொப்பிகள்` }),
      storedItem(2, { title: 'Swallow', description: 'unlike' }),
    ])
    for (const [typed, shown] of misspelt) {
      const { items, total, correctedWords } = await findPage(search, { words: typed })
      assert.deepEqual([items.map(({ id }) => id), total, correctedWords], [['item1'], 1, shown], typed)
    }
  })

  test('misspelt words are not corrected when they are short, when too many letters are wrong, or when no visitor sees them', async (t) => {
    const { search, put } = await start(t)
    await put([storedItem(1, { title: 'Sock' }), storedItem(2, { title: 'Sweater' }), hiddenBlankets])
    for (const words of ['sokc', 'swaetrr', 'blankest', 'sweeatterrs']) {
      const { total, correctedWords } = await findPage(search, { words })
      assert.deepEqual([total, correctedWords], [0, null], words)
    }
  })

  test('two misspelt letters of a word are forgiven from eight letters on', async (t) => {
    const { search, put } = await start(t)
    await put([storedItem(1, { title: 'Cardigan' })])
    for (const words of ['kardigen', 'cadrigan', 'cardi gan', 'carrdiggan']) {
      const { total, correctedWords } = await findPage(search, { words })
      const isCorrected = !words.includes(' ')
      assert.deepEqual([total, correctedWords], [1, isCorrected ? 'cardigan' : null], words)
    }
  })

  test('where no item has all words, those that have most of them are found, and the words that they have', async (t) => {
    const { search, put } = await start(t)
    await put([
      storedItem(1, { title: 'Red beanie', price: 300 }),
      storedItem(2, { title: 'Red scarf', price: 100 }),
      storedItem(3, { title: 'Wool beanie', price: 200 }),
      storedItem(4, { title: 'Blue sock' }),
      storedItem(5, { title: 'Red wool beanie', hidden: true }),
    ])
    const find = async (query: Partial<CatalogueQuery>) => {
      const page = await findPage(search, query)
      return { ids: idsOf(page), total: page.total, words: page.partialWords, corrected: page.correctedWords }
    }
    const all = { ids: ['item3', 'item1'], total: 2, words: ['red', 'wool', 'beanie'], corrected: null }
    assert.deepEqual(await find({ words: 'red wool beanie' }), all)
    assert.deepEqual((await find({ words: 'red wool beanie', sort: 'price' })).ids, ['item3', 'item1'])
    assert.deepEqual(await find({ words: 'red wool beanie', max: 250 }), {
      ...all,
      ids: ['item3'],
      total: 1,
      words: ['wool', 'beanie'],
    })
    assert.deepEqual(await find({ words: 'green sock' }), {
      ids: ['item4'],
      total: 1,
      words: ['sock'],
      corrected: null,
    })
    assert.deepEqual(await find({ words: 'green soft' }), { ids: [], total: 0, words: null, corrected: null })
    const corrected = { ids: ['item3', 'item1'], total: 2, words: ['beanie'], corrected: 'zigzag beanie' }
    assert.deepEqual(await find({ words: 'zigzag beannie' }), corrected)
    assert.deepEqual(await find({ words: 'red beanie' }), { ids: ['item1'], total: 1, words: null, corrected: null })
    const managed = await search.listManaged({ words: 'green sock', state: 'all', cursor: null }, 9)
    assert.deepEqual([managed.items, managed.total], [[], 0])
  })

  test('words that mean the same find the same, in three languages and in the plural, and filler words decide nothing', async (t) => {
    const { search, put } = await start(t)
    const pieces = ['Jumper with cables', 'ස්වෙටර්', 'ஸ்வெட்டர்', 'Two pullovers', 'Beanies', 'Thing of wool']
    await put(pieces.map((title, minute) => storedItem(minute, { title })))
    for (const words of ['sweater', 'JUMPERS', 'pullover', 'ස්වෙටර්', 'ஸ்வெட்டர்', 'a sweater for the', 'swaeter']) {
      assert.deepEqual(await foundIds(search, { words }), ['item3', 'item2', 'item1', 'item0'], words)
    }
    assert.deepEqual(await foundIds(search, { words: 'jum' }), ['item0'])
    for (const words of ['hat', 'cap', 'තොප්පිය', 'தொப்பி', 'beanie']) {
      assert.deepEqual(await foundIds(search, { words }), ['item4'], words)
    }
    assert.deepEqual(await foundIds(search, { words: 'with cables' }), ['item0'])
    assert.equal((await findPage(search, { words: 'for the' })).total, pieces.length)
  })

  test('words that begin like one are found only if they are in more items than the word itself', async (t) => {
    const { search, put } = await start(t)
    const pieces = ['Hat', 'Hatton yoke', 'Planet in wool', 'Planet', 'Planetary', 'Hidden plane']
    await put(pieces.map((title, minute) => storedItem(minute, { title, hidden: title === 'Hidden plane' })))
    assert.deepEqual(await foundIds(search, { words: 'hat' }), ['item0'])
    assert.deepEqual(await foundIds(search, { words: 'hatt' }), ['item1'])
    // What visitors do not see decides nothing: otherwise a search would show that there is a hidden one.
    for (let hidden = 20; hidden < 24; hidden++) await put([storedItem(hidden, { title: 'Plane', hidden: true })])
    assert.deepEqual(await foundIds(search, { words: 'plane' }), ['item4', 'item3', 'item2'])
    assert.deepEqual(await foundIds(search, { words: 'planet' }), ['item3', 'item2'])
    await put([storedItem(8, { title: 'Plan' })])
    assert.deepEqual(await foundIds(search, { words: 'plan' }), ['item8', 'item4', 'item3', 'item2'])
    assert.deepEqual(await foundIds(search, { words: 'plan', sort: 'best' }), ['item8', 'item4', 'item3', 'item2'])
    assert.deepEqual(await foundIds(search, { words: 'plan wool' }), ['item2'])
    await put([
      storedItem(-1, { title: 'Ripple' }),
      storedItem(9, { title: 'Rippling' }),
      storedItem(10, { title: 'Ripples' }),
    ])
    assert.deepEqual(await foundIds(search, { words: 'ripple', sort: 'best' }), ['item10', 'item-1'])
  })

  test('the beginning of thousands of words finds all of them', async (t) => {
    const { search, put } = await start(t)
    const numbers = Array.from({ length: 2_100 }, (_, index) => `model${10_000 + index}`)
    // As many as a description has room for.
    const described = [2, 3, 4, 5, 6, 7].map((minute, part) =>
      storedItem(minute, { description: numbers.slice(part * 350, (part + 1) * 350).join(' ') }),
    )
    await put([storedItem(1, { title: 'Model' }), ...described])
    assert.equal((await foundIds(search, { words: 'mod' })).length, 7)
    assert.equal((await foundIds(search, { words: 'model', sort: 'best' })).at(0), 'item1')
    assert.deepEqual(await foundIds(search, { words: 'model100' }), ['item2'])
    assert.deepEqual(await foundIds(search, { words: 'model12' }), ['item7'])
    assert.deepEqual(await foundIds(search, { words: 'model1209' }), ['item7'])
  })

  test('a misspelt word is corrected only where nothing matches', async (t) => {
    const { search, put } = await start(t)
    await put([storedItem(1, { title: 'Merina' }), storedItem(2, { title: 'Merino' })])
    assert.deepEqual(await foundIds(search, { words: 'merina' }), ['item1'])
  })

  test('best: the field in which all words match decides, then the newest is first', async (t) => {
    const { search, put } = await start(t)
    const fields = ['description', 'yarn', 'size', 'color', 'tagline', 'category', 'title'] as const
    await put([
      ...fields.toReversed().map((field, index) => storedItem(index, { id: field, [field]: 'Merino' })),
      storedItem(90, { id: 'newer', description: 'merino' }),
      storedItem(91, { id: 'other' }),
    ])
    const expected = ['title', 'category', 'tagline', 'size', 'color', 'yarn', 'newer', 'description']
    assert.deepEqual(await foundIds(search, { words: 'merino', sort: 'best' }), expected)
  })
}
