import assert from 'node:assert/strict'
import { test } from 'node:test'

import { foundIds, search, storedItem, type Start } from './test-support.ts'

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
  ['ගෙතූ', ['beanie']],
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
  ['தொப்பி', ['hat']],
  ['தொப்', ['hat']],
  ['பின்னிய கையால்', ['hat']],
  [`தொ${zwj}ப்பி`, ['hat']],
  ['நீலநிற', ['joined']],
  [`நீல${zwnj}நிற`, ['joined']],
  ['நீலநி', ['joined']],
  ['சிவப்பு சால்வை', ['red']],
  ['ப்பு', []],
]

const hostile: Readonly<Record<string, string>> = {
  'FTS5 operators': 'sweater OR NOT AND NEAR(',
  'a column filter': 'terms : sweater',
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

/** What is typed, and what is searched for instead. */
const misspelt = [
  ['sweter', 'sweater'],
  ['swaeter', 'sweater'],
  ['sweatter', 'sweater'],
  ['swoater', 'sweater'],
  ['xweater', 'sweater'],
  ['weater', 'sweater'],
  ['wseater', 'sweater'],
  ['sweaterr', 'sweater'],
  ['red sweter', 'red sweater'],
  ['තොප්පිව', 'තොප්පිය'],
  ['தொப்பிமள்', 'தொப்பிகள்'],
] as const

/** Tests of searches. */
export function testWords(start: Start): void {
  test(`${searches.length} searches in three scripts`, async (t) => {
    const { store, put } = await start(t)
    await put(Object.entries(titles).map(([id, title], index) => storedItem(index, { id, title, category: 'தையல்' })))
    for (const [words, ids] of searches) {
      // oxlint-disable-next-line no-await-in-loop -- A failure is that of the first search.
      assert.deepEqual((await foundIds(store, { words })).toSorted(), ids.toSorted(), words)
    }
  })

  test('words are found in every field that is searched, and in no other', async (t) => {
    const { store, put } = await start(t)
    const searched = ['title', 'tagline', 'category', 'color', 'size', 'yarn', 'description'] as const
    const others = ['measurements', 'care'] as const
    await put([...searched, ...others].map((field, index) => storedItem(index, { id: field, [field]: 'Unmistakable' })))
    assert.deepEqual((await foundIds(store, { words: 'unmistak' })).toSorted(), searched.toSorted())
  })

  test('words of several fields together are found', async (t) => {
    const { store, put } = await start(t)
    await put([storedItem(1, { title: 'Beanie', color: 'Navy', yarn: 'Merino' }), storedItem(2, { title: 'Beanie' })])
    assert.deepEqual(await foundIds(store, { words: 'merino navy bean' }), ['item1'])
  })

  test('the beginning of very many words finds all of them', async (t) => {
    const { store, put } = await start(t)
    const items = Array.from({ length: 60 }, (_, index) => storedItem(index, { title: `pattern${index}` }))
    await put(items)
    assert.equal((await search(store, { words: 'patt' })).total, items.length)
  })

  test('hostile texts find nothing that they do not say, and hidden items neither', async (t) => {
    const { store, put } = await start(t)
    await put([
      storedItem(1, { title: 'Sweater', description: String.fromCodePoint(0xf_00_01, 0x20, 0xf_00_03) }),
      storedItem(2, { title: 'Near or not and' }),
      storedItem(3, { title: 'Hidden sweater', description: String.fromCodePoint(0xf_00_01), hidden: true }),
    ])
    for (const [what, words] of Object.entries(hostile)) {
      // oxlint-disable-next-line no-await-in-loop -- A failure is that of the first text.
      const { items, total } = await search(store, { words })
      assert.equal(items.length, total, what)
      const isFound = /^(?:a prefix and an initial token|an unclosed quote|lone surrogates)$/.test(what)
      assert.deepEqual(
        items.map(({ id }) => id),
        isFound ? ['item1'] : [],
        what,
      )
    }
    assert.deepEqual(await foundIds(store, {}), ['item2', 'item1'])
  })

  test('one misspelt letter of a word is forgiven where nothing matches', async (t) => {
    const { store, put } = await start(t)
    await put([
      storedItem(1, { title: `Red sweater තොප්පිය தொப்பிகள்` }),
      storedItem(2, { title: 'Swallow', description: 'unlike' }),
    ])
    for (const [typed, shown] of misspelt) {
      // oxlint-disable-next-line no-await-in-loop -- A failure is that of the first word.
      const { items, total, correctedWords } = await search(store, { words: typed })
      assert.deepEqual([items.map(({ id }) => id), total, correctedWords], [['item1'], 1, shown], typed)
    }
  })

  test('misspelt words are not corrected when they are short, when two letters are wrong, or when words match apart', async (t) => {
    const { store, put } = await start(t)
    await put([
      storedItem(1, { title: 'Sock' }),
      storedItem(2, { title: 'Sweater' }),
      storedItem(3, { title: 'Blankets', hidden: true }),
    ])
    for (const words of ['sokc', 'swaetrr', 'sock sweater', 'blankest', 'sweter sock', 'sweter nothing']) {
      // oxlint-disable-next-line no-await-in-loop -- A failure is that of the first one.
      const { total, correctedWords } = await search(store, { words })
      assert.deepEqual([total, correctedWords], [0, null], words)
    }
  })

  test('a beginning of more than 2,000 words matches whole words only, and the next longer ones match again', async (t) => {
    const { store, put } = await start(t)
    const numbers = Array.from({ length: 2_100 }, (_, index) => `model${10_000 + index}`)
    // As many as a description has room for.
    const described = [2, 3, 4, 5, 6, 7].map((minute, part) =>
      storedItem(minute, { description: numbers.slice(part * 350, (part + 1) * 350).join(' ') }),
    )
    await put([storedItem(1, { title: 'Model' }), ...described])
    assert.equal((await foundIds(store, { words: 'mod' })).length, 7)
    assert.deepEqual(await foundIds(store, { words: 'model' }), ['item1'])
    assert.deepEqual(await foundIds(store, { words: 'model100' }), ['item2'])
    assert.deepEqual(await foundIds(store, { words: 'model12' }), ['item7'])
    assert.deepEqual(await foundIds(store, { words: 'model1209' }), ['item7'])
  })

  test('a misspelt word is corrected only where nothing matches', async (t) => {
    const { store, put } = await start(t)
    await put([storedItem(1, { title: 'Sweter' }), storedItem(2, { title: 'Sweater' })])
    assert.deepEqual(await foundIds(store, { words: 'sweter' }), ['item1'])
  })

  test('best: the field in which all words match decides, then the newest is first', async (t) => {
    const { store, put } = await start(t)
    const fields = ['description', 'yarn', 'size', 'color', 'tagline', 'category', 'title'] as const
    await put([
      ...fields.toReversed().map((field, index) => storedItem(index, { id: field, [field]: 'Merino' })),
      storedItem(90, { id: 'newer', description: 'merino' }),
      storedItem(91, { id: 'other' }),
    ])
    const expected = ['title', 'category', 'tagline', 'size', 'color', 'yarn', 'newer', 'description']
    assert.deepEqual(await foundIds(store, { words: 'merino', sort: 'best' }), expected)
  })
}
