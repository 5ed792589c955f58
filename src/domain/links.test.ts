import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as check, constantFrom, array, property } from 'fast-check'

import { splitLinks } from './links.ts'

/** The addresses that a text links to. */
const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

for (const [text, links] of [
  ['', []],
  ['Wash by hand.\nDry flat.', []],
  ['See https://shop.example/care.', ['https://shop.example/care']],
  ['(http://shop.example/a?b=c&d#e), and more', ['http://shop.example/a?b=c&d#e']],
  ['HTTPS://Shop.example', ['https://shop.example/']],
  ['https://en.wikipedia.org/wiki/Gauge_(knitting)', ['https://en.wikipedia.org/wiki/Gauge_(knitting)']],
  ['https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
  ['https://தறி.example/நூல்', ['https://xn--rlc0a4b.example/%E0%AE%A8%E0%AF%82%E0%AE%B2%E0%AF%8D']],
  ['javascript:alert(1)', []],
  ['JaVaScRiPt://https//alert(1)', []],
  ['data:text/html,<script>alert(1)</script>', []],
  ['https:alert(1) https:/one', []],
  ['https://', []],
  ['https://[', []],
  ['https://bank.example@evil.example/', []],
  ['https://user:password@evil.example/', []],
  ['<a href="https://shop.example/" onclick="alert(1)">', ['https://shop.example/']],
  ['https://shop.example/"onmouseover="alert(1)', ['https://shop.example/']],
  ['https://shop.example/<script>', ['https://shop.example/']],
  ['www.shop.example, mailto:me@shop.example', []],
] as const) {
  test(`splitLinks: links to ${links.join(' and ') || 'nothing'} in ${JSON.stringify(text)}`, () => {
    assert.deepEqual(linksIn(text), links)
  })
}

test('splitLinks: keeps every character of any text, and links to http and https only', () => {
  const piece = constantFrom(
    'https://',
    'http://',
    'a.example',
    '/',
    '(',
    ')',
    '.',
    ' ',
    '\n',
    '<',
    '"',
    '@',
    '🧶',
    'javascript:',
  )
  check(
    property(array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      assert.equal(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
        text,
      )
      for (const href of linksIn(text)) assert.match(href, /^https?:\/\/[^/@]+\//)
    }),
  )
})
