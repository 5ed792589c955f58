import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import { readPriceWords } from './price-words.ts'

describe('readPriceWords', () => {
  for (const [typed, words, min, max] of [
    ['sweaters under 20000', 'sweaters', null, 20_000],
    ['below rs 20,000', '', null, 20_000],
    ['below rs. 20,000 sweaters', 'sweaters', null, 20_000],
    ['less than 20k', '', null, 20_000],
    ['red hat for under lkr20000', 'red hat', null, 20_000],
    ['hats price no more than 5000.00', 'hats', null, 5_000],
    ['hat, up to 5000 rupees, red', 'hat, red', null, 5_000],
    ['5,000/- or less', '', null, 5_000],
    ['over 5000', '', 5_000, null],
    ['hats above rs. 5,000/-', 'hats', 5_000, null],
    ['at least 12,50,000!', '', 1_250_000, null],
    ['5000 and up hats', 'hats', 5_000, null],
    ['between 5000 and 10,000', '', 5_000, 10_000],
    ['wool from rs 5000 to rs 10000 hats', 'wool hats', 5_000, 10_000],
    ['between 5000-10k', '', 5_000, 10_000],
    ['over 5000 hats under 9000', 'hats', 5_000, 9_000],
    ['under 900 under 800', '', null, 800],
    ['between 9000 and 800', '', 800, 9_000],
    ['between 10k and 5k', '', 5_000, 10_000],
    ['10000 முதல் 5000 வரை', '', 5_000, 10_000],
    ['sweaters under 5000 in red m', 'sweaters in red m', null, 5_000],
    ['sweaters under 5000 m', 'sweaters m', null, 5_000],
    ['over 150 cm under 9000', 'over 150 cm', null, 9_000],
    ['ස්වෙටර් 30000ට අඩු', 'ස්වෙටර්', null, 30_000],
    ['රු. 30000ට අඩු ස්වෙටර්', 'ස්වෙටර්', null, 30_000],
    ['රුපියල් 30,000 ට වඩා අඩු', '', null, 30_000],
    ['10000 දක්වා', '', null, 10_000],
    ['5000ට වැඩි', '', 5_000, null],
    ['රු.5000 සිට රු.10000 දක්වා', '', 5_000, 10_000],
    ['5000ත් 10000ත් අතර තොප්පි', 'තොප්පි', 5_000, 10_000],
    ['ஸ்வெட்டர் 20000க்கு கீழ்', 'ஸ்வெட்டர்', null, 20_000],
    ['20000க்குக் கீழே', '', null, 20_000],
    ['ரூ 20000க்குள்', '', null, 20_000],
    ['5000 ரூபாய்க்குள் தொப்பி', 'தொப்பி', null, 5_000],
    ['5000 ரூபாவுக்குள்', '', null, 5_000],
    ['ரூ. 20,000 ரூபாய்க்கு குறைவாக', '', null, 20_000],
    ['5000க்கு மேல் தொப்பி', 'தொப்பி', 5_000, null],
    ['5000 முதல் 10000 வரை', '', 5_000, 10_000],
    ['5000க்கும் 10000க்கும் இடையில்', '', 5_000, 10_000],
  ] as const) {
    test(`'${typed}': '${words}' from ${min} to ${max}`, () =>
      assert.deepEqual(readPriceWords(typed.normalize('NFC')), { words, min, max }))
  }

  for (const words of [
    '',
    '42',
    'rs 5000',
    'hat 20000',
    'under',
    'under wool',
    'under 99',
    'hat under 2 years',
    'under 10000000000',
    'under 10000000k',
    'under 20000g',
    'scarf over 150 cm',
    'scarf over 150 cm, red',
    'scarf up to 150 cm.',
    'yarn from 100 to 200 g',
    'yarn from 100 to 200g',
    'yarn between 100 and 200 grams',
    'at least 100 inches',
    'under 20000.505',
    'thunder 5000',
    'from 2 to 4 years',
    'undertow # 5000',
    'under #',
    '5000 10000 අතර',
    '30000 අඩු',
  ]) {
    test(`'${words}' has no price`, () => assert.deepEqual(readPriceWords(words), { words, min: null, max: null }))
  }

  test('takes away whole words only, and says bounds that parameters of a price can have', () => {
    const some = [
      'under',
      'over',
      'between',
      '5000',
      'and',
      '10k',
      'rs',
      'rs.',
      '#',
      '0,',
      'ට',
      'අඩු',
      '20000க்குள்',
      'for',
    ]
    const text = fc.array(fc.oneof(fc.constantFrom(...some), fc.string({ unit: 'binary', maxLength: 5 })))
    fc.assert(
      fc.property(text, (parts) => {
        const typed = parts.join(' ').replaceAll(/\s+/g, ' ').trim()
        const { words, min, max } = readPriceWords(typed)
        for (const bound of [min, max]) assert.match(String(bound), /^(?:null|[1-9]\d{2,9})$/)
        const given = typed.split(' ')
        for (const word of words.split(' ')) assert.ok(word === '' || given.includes(word), word)
        if (min === null && max === null) assert.equal(words, typed)
      }),
      { numRuns: 2_000 },
    )
  })
})
