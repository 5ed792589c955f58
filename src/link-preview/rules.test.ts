import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { linkRules, type LinkFaultCode } from '../domain/link-preview.ts'
import { checkHead } from './rules.ts'

const url = 'https://www.shop.example/item/abcdefghij0123456789'
const page = { url, brand: 'Stockinette' }

const og = (property: string, content: string) => `<meta property="og:${property}" content="${content}">`

/** The head of a correct page, line by line; each line can be left out or replaced. */
const good = {
  charset: '<meta charset="utf-8">',
  title: og('title', 'Ivory Beanie'),
  description: og('description', 'LKR 4,500 · Soft &amp; warm'),
  url: og('url', url),
  canonical: `<link rel="canonical" href="${url}">`,
  image: og('image', 'https://shop.example/photos/a.jpg'),
  styles: '<style>p { color: red }</style>',
}

function pageWith(lines: Partial<typeof good>): Buffer {
  const head = Object.values({ ...good, ...lines }).join('\n')
  return Buffer.from(`<!doctype html><html><head>${head}</head><body><h1>Ivory Beanie</h1></body></html>`)
}

function codesOf(bytes: Uint8Array): LinkFaultCode[] {
  return checkHead(bytes, page).faults.map(({ code }) => code)
}

const padding = (length: number) => `<style>${' '.repeat(length)}</style>`

test('checkHead: a correct page has no fault, and the bubble shows its content', () => {
  assert.deepEqual(checkHead(pageWith({}), page), {
    bubble: {
      title: 'Ivory Beanie',
      description: 'LKR 4,500 · Soft & warm',
      host: 'shop.example',
      imageUrl: 'https://shop.example/photos/a.jpg',
    },
    faults: [],
  })
})

const nothing = ['no-title', 'no-description', 'url-not-canonical', 'no-picture'] as const

/** Replaced lines of a correct head, and the expected faults. */
const table: Readonly<Record<string, [Partial<typeof good>, ...LinkFaultCode[]]>> = {
  'no title': [{ title: '' }, 'no-title'],
  'an empty title': [{ title: og('title', '  ') }, 'no-title'],
  'a title by another name': [{ title: '<meta name="og:title" content="Ivory Beanie">' }, 'no-title'],
  'a title that is the brand': [{ title: og('title', 'Stockinette') }, 'brand-in-title'],
  'a title with the brand after it': [{ title: og('title', 'Ivory Beanie · stockinette') }, 'brand-in-title'],
  'a title with the brand before it': [{ title: og('title', 'Stockinette - Ivory Beanie') }, 'brand-in-title'],
  'a title that is about the stitch': [{ title: og('title', 'Stockinette scarf') }],
  'no description': [{ description: '' }, 'no-description'],
  'a description of the maximum length': [{ description: og('description', 'a'.repeat(linkRules.description)) }],
  'a description that is too long': [
    { description: og('description', 'a'.repeat(linkRules.description + 1)) },
    'description-too-long',
  ],
  'no og:url': [{ url: '' }, 'url-not-canonical'],
  'the URL of another page': [{ url: og('url', 'https://www.shop.example/') }, 'url-not-canonical'],
  'different og:url and canonical URL': [
    { canonical: '<link rel="canonical" href="http://localhost:3000/item/abcdefghij0123456789">' },
    'url-not-canonical',
  ],
  'og:url without a canonical URL': [{ canonical: '' }],
  'no image': [{ image: '' }, 'no-picture'],
  'an empty image URL': [{ image: og('image', '') }, 'no-picture'],
  'two images': [{ image: good.image + good.image }, 'several-pictures'],
  'a relative image URL': [{ image: og('image', '/photos/a.jpg') }, 'picture-not-absolute'],
  'an image URL without a scheme': [{ image: og('image', '//shop.example/a.jpg') }, 'picture-not-absolute'],
  'a data URL as the image': [{ image: og('image', 'data:image/png;base64,AAAA') }, 'picture-not-absolute'],
  'everything in a comment': [{ charset: '<!--', styles: '-->' }, ...nothing],
  'everything in a script': [{ charset: '<script>', styles: '</script>' }, ...nothing],
  'everything after an element that ends the head': [{ charset: '<div></div>' }, ...nothing],
  'large styles': [{ styles: padding(linkRules.pageBytes - 2_000) }],
  'too large styles after the tags': [{ styles: padding(linkRules.pageBytes) }, 'head-too-long'],
  'too large styles before the tags': [{ charset: padding(linkRules.pageBytes) }, 'head-too-long', ...nothing],
}

describe('checkHead: a head with', () => {
  for (const [what, [lines, ...codes]] of Object.entries(table)) {
    test(`${what}: ${codes.join(', ') || 'no fault'}`, () => assert.deepEqual(codesOf(pageWith(lines)), codes))
  }
})

test('checkHead: the home page may have the shop’s name as its title', () => {
  const { faults } = checkHead(pageWith({ title: og('title', 'Stockinette') }), { url, brand: undefined })
  assert.deepEqual(faults, [])
})

test('checkHead: a long page with a short head is accepted', () => {
  const long = Buffer.concat([pageWith({}), Buffer.alloc(linkRules.pageBytes, 'a')])
  assert.deepEqual(codesOf(long), [])
})

for (const [what, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['no HTML', Buffer.from('{"error": "no"}')],
  ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
] as const) {
  test(`${what} is parsed without an error`, () => {
    assert.deepEqual(codesOf(bytes), nothing)
  })
}

test('link faults: every message ends with punctuation', () => {
  for (const [lines] of Object.values(table)) {
    for (const { message } of checkHead(pageWith(lines), page).faults) assert.match(message, /^[A-Z].*\.$/)
  }
})
