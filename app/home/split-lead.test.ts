import assert from 'node:assert/strict'
import { test } from 'node:test'

import { splitLead } from './split-lead.ts'

test('splitLead: the first sentence, with the next one if it is short', () => {
  for (const [lead, rest] of [
    ['', ''],
    ['I knit.', ''],
    ['I’m Nimali. I knit every piece by hand at home, in small batches.', 'The wool comes from Kandy.'],
    ['I have knitted every piece by hand since 1998, at home.', 'In small batches. Slowly.'],
    ['මම නිමාලි. මම හැම නිර්මාණයක්ම අතින් ගෙතුවා, නිවසේදී.', 'ලොම් එන්නේ මහනුවරින්.'],
    ['No full stop, and a line break after more than forty characters', 'Another line'],
  ] as const) {
    assert.deepEqual(splitLead(`${lead}\n${rest}`.trim()), [lead, rest])
  }
})
