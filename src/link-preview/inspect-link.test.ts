import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'

import sharp from 'sharp'

import type { LinkFaultCode } from '../domain/link-preview.ts'
import { isPublicAddress } from '../photos/remote-copy/fetch-image.ts'
import { startWebServer, type WebServer } from '../photos/remote-copy/test-support.ts'
import { inspectLink, type InspectOptions } from './inspect-link.ts'

const origin = 'https://shop.example'
const path = '/item/abcdefghij0123456789'

/** A server on loopback that acts as the shop: its requests and its response. */
let answer: RequestListener
const asked: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = []
const site = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers })
  answer(request, response)
})
let web: WebServer
let options: InspectOptions

before(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  web = await startWebServer(await picture(600, 400).jpeg().toBuffer())
  options = {
    shop: { origin, listener: { host: '127.0.0.1', port: (site.address() as AddressInfo).port } },
    brand: 'Stockinette',
    timeoutMs: 5_000,
    rules: {
      isAddressAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
      isPortAllowed: (port) => port === String(web.port),
      resolve: async () => ['127.0.0.1'],
      timeoutMs: 5_000,
    },
  }
})
after(async () => {
  site.closeAllConnections()
  site.close()
  await web[Symbol.asyncDispose]()
})

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#a05a3c' } })
}

function pageOf(imageUrl: string): string {
  const properties = {
    'og:title': 'Ivory Beanie',
    'og:description': 'LKR 4,500',
    'og:url': origin + path,
    'og:image': imageUrl,
  }
  const metas = Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${value}">`)
  return `<!doctype html><head>${metas.join('')}</head><body>`
}

/** Serves the page, and `servePicture` at any other path. */
function shopWith(imageUrl: string, servePicture: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === path) response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageOf(imageUrl))
    else servePicture(request, response)
  }
}

function serving(type: string, bytes: Buffer | string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) =>
    response
      .writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable', ...headers })
      .end(bytes)
}

async function inspect(how: Partial<InspectOptions> = {}) {
  const { bubble, faults } = await inspectLink(path, { ...options, ...how })
  for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/)
  return { bubble, codes: faults.map(({ code }) => code) }
}

const own = `${origin}/photos/a.jpg`

describe('inspectLink: a page', () => {
  const cases: Readonly<Record<string, [RequestListener, LinkFaultCode]>> = {
    'that does not exist': [(_, response) => response.writeHead(404).end(), 'page-refused'],
    'behind a challenge': [(_, response) => response.writeHead(403).end(), 'page-refused'],
    'that is elsewhere': [
      (_, response) => response.writeHead(301, { Location: 'https://www.shop.example/' }).end(),
      'page-moved',
    ],
    'that is not HTML': [serving('application/json', '{}'), 'page-not-html'],
    'that is never sent': [() => undefined, 'page-slow'],
    'that never ends': [
      (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).write('<!doctype html>'),
      'page-slow',
    ],
    'that is cut off': [(_, response) => response.destroy(), 'page-unreachable'],
  }
  test('of a busy shop is requested again after Retry-After, up to the number of attempts', async () => {
    let refusals = 2
    const page = shopWith(own, serving('image/jpeg', await picture(600, 400).jpeg().toBuffer()))
    answer = (request, response) => {
      if (request.url !== path || refusals-- <= 0) page(request, response)
      else response.writeHead(503, { 'Retry-After': '0' }).end()
    }
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

  test('is requested with the headers of WhatsApp and a proxy', async () => {
    answer = shopWith(own, serving('image/jpeg', await picture(1200, 630).jpeg().toBuffer()))
    asked.length = 0
    assert.deepEqual((await inspect()).codes, [])
    assert.deepEqual(
      asked.map(({ url }) => url),
      [path, '/photos/a.jpg'],
    )
    for (const { headers } of asked) {
      assert.match(String(headers['user-agent']), /^WhatsApp\//)
      assert.deepEqual([headers.host, headers['x-forwarded-proto']], ['shop.example', 'https'])
    }
  })
})

describe('inspectLink: an image of the shop', () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const noisy = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a05a3c', noise } })

  const cases: readonly [string, () => Promise<RequestListener>, shows: boolean, ...LinkFaultCode[]][] = [
    ['that is valid', async () => serving('image/jpeg', await picture(1200, 630).jpeg().toBuffer()), true],
    ['that is a PNG', async () => serving('image/png', await picture(300, 300).png().toBuffer()), true],
    ['that is a WebP', async () => serving('image/webp', await picture(1200, 300).webp().toBuffer()), true],
    [
      'rotated by its EXIF orientation',
      async () => serving('image/jpeg', await picture(200, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
      true,
    ],
    ['that is missing', async () => (_, response) => response.writeHead(404).end(), false, 'picture-refused'],
    [
      'that is elsewhere',
      async () => (_, response) => response.writeHead(302, { Location: '/b.jpg' }).end(),
      false,
      'picture-refused',
    ],
    [
      'that is too large',
      async () => serving('image/png', await noisy(600, 600).png().toBuffer()),
      false,
      'picture-too-large',
    ],
    ['that never ends', async () => serving('image/png', Buffer.alloc(50_000_000)), false, 'picture-too-large'],
    [
      'that is larger than the shop’s own images',
      async () => serving('image/png', await noisy(340, 340).png().toBuffer()),
      true,
      'picture-heavy',
    ],
    [
      'that is tiny',
      async () => serving('image/jpeg', await picture(299, 299).jpeg().toBuffer()),
      false,
      'picture-too-small',
    ],
    [
      'that is 5:1',
      async () => serving('image/jpeg', await picture(1500, 300).jpeg().toBuffer()),
      false,
      'picture-too-narrow',
    ],
    ['that is a page', async () => serving('text/html', '<!doctype html><h1>No</h1>'), false, 'picture-not-readable'],
    [
      'that is SVG',
      async () => serving('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"/>'),
      false,
      'picture-not-readable',
    ],
    [
      'of a format that WhatsApp does not support',
      async () => serving('image/avif', await picture(400, 400).avif().toBuffer()),
      false,
      'picture-not-readable',
    ],
    ['that is empty', async () => serving('image/jpeg', ''), false, 'picture-damaged'],
    [
      'that is truncated',
      async () => serving('image/png', (await noisy(300, 300).png().toBuffer()).subarray(0, 30_000)),
      false,
      'picture-damaged',
    ],
    [
      'with a wrong content type',
      async () => serving('application/octet-stream', await picture(600, 400).jpeg().toBuffer()),
      true,
      'picture-type',
    ],
    [
      'that is not cached as immutable',
      async () =>
        serving('image/jpeg', await picture(600, 400).jpeg().toBuffer(), { 'Cache-Control': 'max-age=86400' }),
      true,
      'picture-not-lasting',
    ],
  ]
  for (const [what, makeListener, shows, ...codes] of cases) {
    test(`${what}: ${codes.join(', ') || 'no fault'}`, async () => {
      answer = shopWith(own, await makeListener())
      const found = await inspect()
      assert.deepEqual(found.codes, codes)
      assert.equal(found.bubble.imageUrl, shows ? own : null)
    })
  }

  test('that is never sent: picture-slow', async () => {
    answer = shopWith(own, () => undefined)
    assert.deepEqual((await inspect({ timeoutMs: 500 })).codes, ['picture-slow'])
  })
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
      answer = shopWith(at(where), (_, response) => response.writeHead(500).end())
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
