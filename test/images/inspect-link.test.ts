import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'

import sharp, { type Sharp } from 'sharp'

import type { LinkFaultCode } from '../../src/domain/link-preview.ts'
import { inspectLink, type InspectOptions } from '../../src/link-preview/inspect-link.ts'
import { isPublicAddress } from '../../src/photos/remote-copy/fetch-image.ts'
import { startWebServer } from '../../src/photos/remote-copy/test-support.ts'

const origin = 'https://shop.example'
const path = '/item/abcdefghij0123456789'

/** A server on loopback that acts as the shop: its requests and its response. */
let answer: RequestListener
/** What it answers in place of `answer`, by path. */
const answersByPath = new Map<string, RequestListener>()
const asked: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = []
const site = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers })
  const respond = answersByPath.get(request.url ?? '') ?? answer
  respond(request, response)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const web = await startWebServer()

const options = {
  shop: { origin, listener: { host: '127.0.0.1', port: (site.address() as AddressInfo).port } },
  brand: 'Stockinette',
  timeoutMs: 20_000,
  rules: {
    isAddressAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    isPortAllowed: (port) => port === String(web.port),
    resolve: async () => ['127.0.0.1'],
    timeoutMs: 20_000,
  },
} satisfies InspectOptions

after(async () => {
  site.closeAllConnections()
  site.close()
  await web[Symbol.asyncDispose]()
})

const colour = { channels: 3, background: '#a05a3c' } as const

function picture(width: number, height: number): Sharp {
  return sharp({ create: { ...colour, width, height } })
}

/** Compresses badly. */
function noisy(side: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { ...colour, width: side, height: side, noise } })
}

function pageOf(url: string, imageUrl: string): string {
  const properties = {
    'og:title': 'Ivory Beanie',
    'og:description': 'LKR 4,500',
    'og:url': url,
    'og:image': imageUrl,
  }
  const metas = Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${value}">`)
  return `<!doctype html><head>${metas.join('')}</head><body>`
}

/** Serves a page with this image. */
function servingPage(url: string, imageUrl: string): RequestListener {
  return (_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageOf(url, imageUrl))
}

/** Serves the page, and `servePicture` at any other path. */
function shopWith(imageUrl: string, servePicture: RequestListener): RequestListener {
  const servePage = servingPage(origin + path, imageUrl)
  return (request, response) => (request.url === path ? servePage : servePicture)(request, response)
}

/** Serves an image or other content. */
function serving(type: string, content: Sharp | Buffer | string, caching = 'max-age=31536000, immutable') {
  return async (_: unknown, response: ServerResponse) => {
    const isContent = typeof content === 'string' || Buffer.isBuffer(content)
    const body = isContent ? content : await content.toBuffer()
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': caching }).end(body)
  }
}

const answering =
  (status: number, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end()

const good = serving('image/jpeg', picture(600, 400).jpeg())

async function inspect(how: Partial<InspectOptions> = {}, at = path) {
  const { bubble, faults } = await inspectLink(at, { ...options, ...how })
  for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/)
  return { bubble, codes: faults.map(({ code }) => code) }
}

const own = `${origin}/photos/a.jpg`

describe('inspectLink: a page', () => {
  const cases: Readonly<Record<string, [RequestListener, LinkFaultCode]>> = {
    'that does not exist': [answering(404), 'page-refused'],
    'behind a challenge': [answering(403), 'page-refused'],
    'that is elsewhere': [answering(301, { Location: 'https://www.shop.example/' }), 'page-moved'],
    'that is not HTML': [serving('application/json', '{}'), 'page-not-html'],
    'that is never sent': [() => undefined, 'page-slow'],
    'that never ends': [(_, response) => response.setHeader('Content-Type', 'text/html').write('<p>'), 'page-slow'],
    'that is cut off': [(_, response) => response.destroy(), 'page-unreachable'],
  }
  test('of a busy shop is requested again after Retry-After, up to the number of attempts', async () => {
    let refusals = 2
    const [page, busy] = [shopWith(own, good), answering(503, { 'Retry-After': '0' })]
    answer = (...request) => (request[0].url !== path || refusals-- <= 0 ? page : busy)(...request)
    assert.deepEqual((await inspect({ attempts: 3 })).codes, [])
    refusals = 2
    assert.deepEqual((await inspect({ attempts: 2 })).codes, ['page-refused'])
  })

  for (const [what, [listener, code]] of Object.entries(cases)) {
    test(`${what}: ${code}`, async () => {
      answer = listener
      const { bubble, codes } = await inspect(code === 'page-slow' ? { timeoutMs: 200 } : {})
      assert.deepEqual(codes, [code])
      assert.deepEqual(bubble, { title: '', description: '', host: 'shop.example', imageUrl: null })
    })
  }

  test('is requested as WhatsApp does, at the address of the shop and without a proxy', async () => {
    answer = shopWith(own, good)
    asked.length = 0
    assert.deepEqual((await inspect()).codes, [])
    assert.deepEqual(
      asked.map(({ url }) => url),
      [path, '/photos/a.jpg'],
    )
    for (const { headers } of asked) {
      assert.match(String(headers['user-agent']), /^WhatsApp\//)
      assert.deepEqual([headers.host, headers['x-forwarded-for']], ['shop.example', undefined])
    }
  })
})

// At the same time: the process for images, which ends when none waits, then starts once.
describe('inspectLink: an image of the shop', { concurrency: true }, () => {
  const jpeg = (width: number, height: number) => serving('image/jpeg', picture(width, height).jpeg())
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"/>'
  const half: RequestListener = async (_, response) =>
    response.setHeader('Content-Type', 'image/png').end((await noisy(300).png().toBuffer()).subarray(0, 30_000))

  const cases: Readonly<Record<string, [RequestListener, ...LinkFaultCode[]]>> = {
    'that is valid': [jpeg(1200, 630)],
    'that is a PNG': [serving('image/png', picture(300, 300).png())],
    'that is a WebP': [serving('image/webp', picture(1200, 300).webp())],
    'rotated by its EXIF orientation': [
      serving('image/jpeg', picture(200, 400).withMetadata({ orientation: 6 }).jpeg()),
    ],
    'that is missing': [answering(404), 'picture-refused'],
    'that is elsewhere': [answering(302, { Location: '/b.jpg' }), 'picture-refused'],
    'that is too large': [serving('image/png', noisy(600).png()), 'picture-too-large'],
    'that never ends': [serving('image/png', Buffer.alloc(50_000_000)), 'picture-too-large'],
    'that is larger than the shop’s own images': [serving('image/png', noisy(340).png()), 'picture-heavy'],
    'that is tiny': [jpeg(299, 299), 'picture-too-small'],
    'that is 5:1': [jpeg(1500, 300), 'picture-too-narrow'],
    'that is a page': [serving('text/html', '<!doctype html><h1>No</h1>'), 'picture-not-readable'],
    'that is SVG': [serving('image/svg+xml', svg), 'picture-not-readable'],
    'of a format that WhatsApp does not support': [
      serving('image/avif', picture(400, 400).avif()),
      'picture-not-readable',
    ],
    'that is empty': [serving('image/jpeg', ''), 'picture-damaged'],
    'that is truncated': [half, 'picture-damaged'],
    'with a wrong content type': [serving('application/octet-stream', picture(600, 400).jpeg()), 'picture-type'],
    'that is not cached as immutable': [
      serving('image/jpeg', picture(600, 400).jpeg(), 'max-age=86400'),
      'picture-not-lasting',
    ],
  }
  const stillShown = new Set<LinkFaultCode>(['picture-heavy', 'picture-type', 'picture-not-lasting'])

  for (const [index, [what, [listener, ...codes]]] of Object.entries(cases).entries()) {
    test(`${what}: ${codes.join(', ') || 'no fault'}`, async () => {
      const [page, image] = [`/item/${index}`, `/photos/${index}.jpg`]
      answersByPath.set(page, servingPage(origin + page, origin + image)).set(image, listener)
      const found = await inspect({}, page)
      assert.deepEqual(found.codes, codes)
      const isShown = codes.every((code) => stillShown.has(code))
      assert.equal(found.bubble.imageUrl, isShown ? origin + image : null)
    })
  }
})

test('inspectLink: an image of the shop that is never sent: picture-slow', async () => {
  answer = shopWith(own, () => undefined)
  assert.deepEqual((await inspect({ timeoutMs: 500 })).codes, ['picture-slow'])
})

describe('inspectLink: an image on another server', () => {
  const at = (where: string) => `http://pictures.test:${web.port}${where}`
  const cases: Readonly<Record<string, LinkFaultCode[]>> = {
    '/picture': ['picture-type'],
    '/missing': ['picture-unreachable'],
    '/loop': ['picture-unreachable'],
    '/hangs-up': ['picture-unreachable'],
    '/endless': ['picture-too-large'],
    '/page': ['picture-not-readable'],
    '/silent': ['picture-slow'],
    '/slow': ['picture-slow'],
  }
  for (const [where, codes] of Object.entries(cases)) {
    test(`at ${where}: ${codes.join(', ')}`, async () => {
      answer = shopWith(at(where), answering(500))
      assert.deepEqual((await inspect(codes[0] === 'picture-slow' ? { timeoutMs: 500 } : {})).codes, codes)
    })
  }

  test('is requested with the headers of WhatsApp, with protection against request forgery', async () => {
    answer = shopWith('http://127.0.0.1/', () => undefined)
    assert.deepEqual((await inspect()).codes, ['picture-unreachable'])
    const { rules: _, ...guarded } = options
    answer = shopWith('http://169.254.169.254/latest/meta-data/', () => undefined)
    const { faults } = await inspectLink(path, guarded)
    assert.match(faults[0]?.message ?? '', /not on the public web/)
  })
})

test('inspectLink: an unreachable shop is reported with the reason', async () => {
  const { faults } = await inspectLink(path, { ...options, shop: { origin: 'http://localhost:1' } })
  assert.deepEqual(
    faults.map(({ code }) => code),
    ['page-unreachable'],
  )
  assert.match(faults[0]?.message ?? '', /ECONNREFUSED/)
})
