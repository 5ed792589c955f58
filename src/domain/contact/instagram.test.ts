import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseInstagram } from './instagram.ts'

for (const [written, expected] of [
  ['@my.wool', 'https://www.instagram.com/my.wool'],
  ['my_wool', 'https://www.instagram.com/my_wool'],
  ['instagram.com/mywool', 'https://www.instagram.com/mywool'],
  ['www.instagram.com/mywool/', 'https://www.instagram.com/mywool/'],
  ['HTTPS://Instagram.com/mywool/?igsh=MTc4&utm_source=qr#x', 'https://www.instagram.com/mywool/'],
  ['http://www.instagram.com/mywool', 'https://www.instagram.com/mywool'],
  ['https://www.instagram.com/', ''],
  ['instagram.com', ''],
  ['https://pixelfed.example/@wool?a=b', 'https://pixelfed.example/@wool?a=b'],
  ['my wool', undefined],
  ['@', undefined],
  ['@@mywool', undefined],
  ['a'.repeat(31), undefined],
  ['javascript:alert(1)', undefined],
  ['//instagram.com/mywool', undefined],
  ['https://', undefined],
  ['https://name:password@www.instagram.com/mywool', undefined],
] as const) {
  test(`parseInstagram: "${written}" is ${expected === undefined ? 'refused' : `"${expected}"`}`, () => {
    assert.equal(parseInstagram(written), expected)
    if (expected) assert.equal(parseInstagram(expected), expected)
  })
}
