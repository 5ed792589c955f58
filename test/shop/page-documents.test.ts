import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'

import sharp from 'sharp'

import { createOwner } from '../kit/accounts.ts'
import { addItem, type NewItem } from '../kit/api-client.ts'
import { readElements, type PageElement } from '../kit/http/page-elements.ts'
import { changeSettings } from '../kit/manage-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const origin = 'https://shop.example'

const shop = await openHostedShop({ env: { SHOP_ORIGIN: origin, SHOP_WHO_MAY_ADD: 'anyone' } })
after(() => shop[Symbol.asyncDispose]())

const newItem: NewItem = {
  title: 'Harbour Beanie',
  tagline: 'Ribbed, double brim',
  price: 12_500,
  category: 'Beanies',
  imageUrl: 'https://photos.example/beanie.jpg',
  size: 'S / M',
  color: 'Ivory',
  description: 'Merino from the hill country.\nWash by hand.',
}

// Crawlers get their pages buffered; browsers may get them streamed.
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

async function readPage(path: string, userAgent = browser, status = 200): Promise<string> {
  const answer = await fetch(shop.url + path, { headers: { 'User-Agent': userAgent } })
  assert.equal(answer.status, status, path)
  return answer.text()
}

/** An attribute of the elements in the head that have another one. */
function inHead(elements: readonly PageElement[], name: string, marks: Readonly<Record<string, string>>, read: string) {
  return elements
    .filter((element) => element.isInHead && element.name === name)
    .filter(({ attributes }) => Object.entries(marks).every(([key, value]) => attributes[key] === value))
    .map(({ attributes }) => attributes[read])
}

/** The values in the head by kind. Each list should have one. */
function metadataOf(html: string) {
  const elements = readElements(html)
  const property = (value: string) => inHead(elements, 'meta', { property: value }, 'content')
  return {
    title: elements.filter(({ name, isInHead }) => isInHead && name === 'title').map(({ text }) => text),
    description: inHead(elements, 'meta', { name: 'description' }, 'content'),
    canonical: inHead(elements, 'link', { rel: 'canonical' }, 'href'),
    siteName: property('og:site_name'),
    previewTitle: property('og:title'),
    previewDescription: property('og:description'),
    url: property('og:url'),
    image: property('og:image'),
  }
}

/** Of an item's page: the product, then the way to it. */
function structuredDataOf(html: string): Record<string, unknown>[] {
  return readElements(html)
    .filter(({ name, attributes }) => name === 'script' && attributes['type'] === 'application/ld+json')
    .map(({ text }) => JSON.parse(text) as Record<string, unknown>)
}

test('the sitemap of an empty shop has the home page', async () => {
  assert.ok((await readPage('/sitemap.xml')).includes(`<url><loc>${origin}/</loc></url>`))
})

describe('metadata', () => {
  test('home: title, description, canonical URL and link preview', async () => {
    const html = await readPage('/?from=elsewhere')
    assert.deepEqual(metadataOf(html), {
      title: ['Stockinette · Warm. Minimal. Knitted.'],
      description: ['Hand-crafted beanies, scarves and sweaters, knitted in small batches.'],
      canonical: [`${origin}/`],
      siteName: ['Stockinette'],
      previewTitle: ['Warm. Minimal. Knitted.'],
      previewDescription: ['Hand-crafted beanies, scarves and sweaters, knitted in small batches.'],
      url: [`${origin}/`],
      image: [`${origin}/share.jpg`],
    })
    assert.equal(readElements(html).find(({ name }) => name === 'html')?.attributes['lang'], 'en')
  })

  test("item: the link preview has the title without the shop's name, and the item's image", async () => {
    const { id } = await addItem(shop.url, newItem)
    assert.deepEqual(metadataOf(await readPage(`/item/${id}`)), {
      title: ['Harbour Beanie · Stockinette'],
      description: ['LKR 12,500 · Ribbed, double brim'],
      canonical: [`${origin}/item/${id}`],
      siteName: ['Stockinette'],
      previewTitle: ['Harbour Beanie'],
      previewDescription: ['LKR 12,500 · Ribbed, double brim'],
      url: [`${origin}/item/${id}`],
      image: ['https://photos.example/beanie.jpg'],
    })
  })

  test('item with a photo: the URL of the preview image is absolute', async () => {
    const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: `/photos/${'0'.repeat(32)}.jpg` })
    assert.deepEqual(metadataOf(await readPage(`/item/${id}`)).image, [`${origin}/photos/${'0'.repeat(32)}.jpg`])
  })

  test('create: title and canonical URL', async () => {
    const head = metadataOf(await readPage('/create'))
    assert.deepEqual([head.title, head.canonical], [['Create Item · Stockinette'], [`${origin}/create`]])
    assert.deepEqual(head.image, [`${origin}/share.jpg`])
    assert.equal(head.description.length, 1)
  })

  test('pages for owners are not for search engines', async () => {
    for (const path of ['/manage', '/manage/shop']) {
      const elements = readElements(await readPage(path))
      assert.deepEqual(inHead(elements, 'meta', { name: 'robots' }, 'content'), ['noindex'], path)
    }
  })

  test("item: the link preview's description is cut to about 80 characters", async () => {
    const { id } = await addItem(shop.url, { ...newItem, tagline: '', description: 'Merino\nwool '.repeat(300) })
    const [description = ''] = metadataOf(await readPage(`/item/${id}`)).previewDescription
    assert.ok(description.length > 60 && description.length <= 81, `${description.length} characters`)
    assert.match(description, /(?:Merino|wool)…$/)
  })

  test('item: link preview crawlers get the same metadata, within the first 300 KB', async () => {
    const { id } = await addItem(shop.url, { ...newItem, description: 'Merino '.repeat(500) })
    const expected = metadataOf(await readPage(`/item/${id}`))
    for (const crawler of ['WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Googlebot/2.1']) {
      const html = await readPage(`/item/${id}`, crawler)
      assert.ok(Buffer.byteLength(html.split('</head>', 1)[0] ?? '') < 300_000, crawler)
      assert.deepEqual(metadataOf(html), expected, crawler)
      assert.ok(html.includes('<meta property="og:title" content="Harbour Beanie"/>'), crawler)
      assert.ok(html.includes('<meta property="og:image" content="https://photos.example/beanie.jpg"/>'), crawler)
    }
  })
})

describe('structured data', () => {
  test('an item is a Product with an Offer, in stock also if it is made to order', async () => {
    const { id } = await addItem(shop.url, { ...newItem, madeToOrder: true, weeksToMake: 3 })
    assert.deepEqual(structuredDataOf(await readPage(`/item/${id}`))[0], {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Harbour Beanie',
      description: 'Merino from the hill country.\nWash by hand.',
      image: 'https://photos.example/beanie.jpg',
      sku: id,
      category: 'Beanies',
      color: 'Ivory',
      size: 'S / M',
      offers: {
        '@type': 'Offer',
        price: 12_500,
        priceCurrency: 'LKR',
        availability: 'https://schema.org/InStock',
        url: `${origin}/item/${id}`,
      },
    })
  })

  test('an item without a price has no Offer', async () => {
    const { id } = await addItem(shop.url, { title: 'Scarf', imageUrl: 'https://photos.example/scarf.jpg' })
    const html = await readPage(`/item/${id}`)
    const [product = {}] = structuredDataOf(html)
    assert.deepEqual([product['@type'], product['name']], ['Product', 'Scarf'])
    for (const key of ['offers', 'size', 'color']) assert.ok(!(key in product), key)
    assert.deepEqual(metadataOf(html).description, ['Price on request · Knits'])
  })

  test('the way to an item, from all pieces by its category', async () => {
    const { id } = await addItem(shop.url, { ...newItem, category: 'தொப்பிகள் / Caps' })
    const category = `${origin}/pieces/${encodeURIComponent('தொப்பிகள் / Caps')}`
    assert.deepEqual(structuredDataOf(await readPage(`/item/${id}`))[1], {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'All pieces', item: `${origin}/pieces` },
        { '@type': 'ListItem', position: 2, name: 'தொப்பிகள் / Caps', item: category },
        { '@type': 'ListItem', position: 3, name: 'Harbour Beanie', item: `${origin}/item/${id}` },
      ],
    })
  })

  test('any text of an owner is escaped', async () => {
    const hostile = '</script><script>alert(1)</script>'
    const title = `${hostile}<!--<script>"\\`
    const texts = { title, description: title, color: hostile, category: hostile }
    const { id } = await addItem(shop.url, { ...newItem, ...texts })
    const html = await readPage(`/item/${id}`)
    const [product, way, ...others] = structuredDataOf(html)
    assert.partialDeepStrictEqual(product, { name: title, description: title, color: hostile })
    assert.equal(way?.['@type'], 'BreadcrumbList')
    assert.deepEqual(others, [])
    const scripts = readElements(html).filter(({ name }) => name === 'script')
    for (const { attributes, text } of scripts) {
      assert.ok(!text.startsWith('alert'), 'a text of the item is a script')
      if (attributes['type'] === 'application/ld+json') assert.ok(!text.includes('<'), text)
    }
    assert.deepEqual(metadataOf(html).previewTitle, [title])
  })

  for (const suffix of [
    '',
    '.data',
    '.data?_routes=routes%2Fitem',
    '.rsc',
    '/',
    '?x=<script>document.title="owned"</script>',
  ]) {
    test(`a script in an item’s texts is only text at /item/{id}${suffix}, a page of the shop`, async () => {
      const hostile = '</script><script>document.title="owned"</script>'
      const { id } = await addItem(shop.url, { ...newItem, title: hostile, tagline: hostile, description: hostile })
      const answer = await fetch(`${shop.url}/item/${id}${suffix}`)
      assert.ok(answer.status < 500)
      const elements = readElements(await answer.text())
      assert.ok(elements.some(({ name }) => name === 'footer'))
      const scripts = elements.filter(({ name, text }) => name === 'script' && text.startsWith('document.title'))
      assert.deepEqual(scripts, [])
    })
  }
})

test('a shop with a public address has no words of the preview banner', async () => {
  for (const path of ['/', '/create']) {
    const body = readElements(await readPage(path)).find(({ name }) => name === 'body')
    assert.equal(
      body?.attributes['data-connection-lost'],
      'No connection right now. This page will catch up by itself.',
      path,
    )
    assert.ok(!('data-connected' in body.attributes), path)
    assert.doesNotMatch(await readPage(path), /Preview backend/, path)
  }
})

test('visitor pages have no script file, no style sheet and at most 4 KB of inline script', async () => {
  const { id } = await addItem(shop.url, newItem)
  for (const [path, status] of [
    ['/', 200],
    ['/pieces', 200],
    [`/item/${id}`, 200],
    ['/item/none', 404],
    ['/none', 404],
  ] as const) {
    const elements = readElements(await readPage(path, browser, status))
    const files = elements.filter(
      ({ name, attributes: { src, rel = '' } }) =>
        (name === 'script' && src !== undefined) || ['modulepreload', 'stylesheet'].includes(rel),
    )
    assert.deepEqual(files, [], path)
    const scripts = elements.filter(
      ({ name, attributes }) => name === 'script' && attributes['type'] !== 'application/ld+json',
    )
    assert.ok(scripts.length > 0, path)
    const bytes = brotliCompressSync(scripts.map(({ text }) => text).join('')).length
    assert.ok(bytes <= 4 * 1024, `${path}: ${bytes} bytes`)
  }
})

describe('headings', () => {
  /** Level and text of each heading; that of the shop's name is in its link. */
  const headingsOf = (html: string) => {
    const elements = readElements(html)
    return elements.flatMap(({ name, text }, index) =>
      /^h[1-6]$/.test(name) ? [`${name} ${text || elements[index + 1]?.text}`] : [],
    )
  }

  test("an item: its title is the first level, the shop's name the second", async () => {
    const { id } = await addItem(shop.url, newItem)
    const headings = headingsOf(await readPage(`/item/${id}`))
    assert.deepEqual(headings.slice(0, 2), ['h2 Stockinette', 'h1 Harbour Beanie'])
    assert.equal(headings.filter((heading) => heading.startsWith('h1')).length, 1)
  })

  test("no item, no page: the message is the first level; elsewhere it is the shop's name", async () => {
    for (const [path, message] of [
      ['/item/none', 'Item not found.'],
      ['/no/such/page', 'Page not found.'],
    ] as const) {
      const headings = headingsOf(await readPage(path, browser, 404))
      assert.deepEqual(headings.slice(0, 2), ['h2 Stockinette', `h1 ${message}`])
    }
    for (const path of ['/', '/create', '/pieces']) {
      assert.equal(headingsOf(await readPage(path))[0], 'h1 Stockinette', path)
    }
  })

  test('no item, no page: there is a search, and links to all pieces and to categories', async () => {
    await addItem(shop.url, { ...newItem, category: 'Shawls' })
    for (const path of ['/item/none', '/no/such/page']) {
      const elements = readElements(await readPage(path, browser, 404))
      const main = elements.slice(elements.findIndex(({ name }) => name === 'main'))
      assert.equal(main.find(({ name }) => name === 'form')?.attributes['action'], '/pieces')
      assert.ok(main.some(({ name, attributes }) => name === 'input' && attributes['name'] === 'q'))
      const links = new Set(main.map(({ attributes }) => attributes['href']))
      for (const link of ['/', '/pieces', '/pieces/Shawls']) assert.ok(links.has(link), link)
    }
  })
})

describe('the form of a new piece', () => {
  const details = ['Made to order', 'Weeks it takes to make', 'Yarn', 'Measurements', 'Washing', 'Care']
  const texts = ['Title', 'Tagline', 'Price (LKR)', 'Category', 'Size', 'Color', 'Description']

  const readForm = async () => {
    const elements = readElements(await readPage('/create'))
    const main = elements.slice(elements.findIndex(({ name }) => name === 'main'))
    const labels = main.filter(({ name }) => name === 'label')
    const inputOf = (label: string) => {
      const id = labels.find(({ text }) => text === label)?.attributes['for'] ?? assert.fail(label)
      return main.find(({ attributes }) => attributes['id'] === id) ?? assert.fail(id)
    }
    return { main, labels: labels.map(({ text }) => text), inputOf }
  }

  test("has a link back, a heading, photos, then the fields, the last ones folded, 'Save item' and 'Clear'", async () => {
    const { main, labels } = await readForm()
    const back = main.find(({ text }) => text === '← Back')
    assert.deepEqual([back?.name, back?.attributes['href']], ['a', '/'])
    const expected = [
      'h2 Create Item',
      'legend Photos',
      'button Choose photos',
      'p Or use a picture from the web',
      'label Image URL',
      ...texts.map((label) => `label ${label}`),
      'details ',
      ...details.map((label) => `label ${label}`),
      'button Save item',
      'button Clear',
    ]
    const found = main.map(({ name, text }) => `${name} ${text}`).filter((each) => expected.includes(each))
    assert.deepEqual(found, expected)
    assert.deepEqual(labels, ['Image URL', ...texts, ...details])
    assert.ok(!('open' in (main.find(({ name }) => name === 'details')?.attributes ?? {})))
  })

  test('requires Title and Image URL alone, and says what the other fields are for', async () => {
    const { labels, inputOf } = await readForm()
    const required = labels.filter((label) => 'required' in inputOf(label).attributes)
    assert.deepEqual(required, ['Image URL', 'Title'])
    const placeholderOf = (label: string) => inputOf(label).attributes['placeholder']
    const placeholders = texts.map((label) => [label, placeholderOf(label)] as const)
    assert.deepEqual(
      placeholders.filter(([, placeholder]) => placeholder !== undefined),
      [
        ['Category', 'Beanies / Scarves / Sweaters'],
        ['Size', 'S / M / L'],
        ['Color', 'Ivory, Navy…'],
      ],
    )
    assert.match(placeholderOf('Image URL') ?? '', /^https:\/\/[\w.]+\/\S+$/)
    const { name, attributes } = inputOf('Description')
    assert.deepEqual([name, attributes['rows']], ['textarea', '4'])
    assert.match(inputOf('Price (LKR)').attributes['inputmode'] ?? '', /^(?:decimal|numeric)$/)
  })
})

test('how a piece is washed is one of its facts', async () => {
  const { id } = await addItem(shop.url, { ...newItem, washing: '30 °C, by hand' })
  const elements = readElements(await readPage(`/item/${id}`))
  const term = elements.findIndex(({ name, text }) => name === 'dt' && text === 'Washing')
  const fact = elements.slice(term, term + 3).find(({ text }) => text === '30 °C, by hand')
  assert.ok(fact, 'Washing: 30 °C, by hand')
})

describe('next to the enquiry button', () => {
  const linesOf = (html: string) => {
    const elements = readElements(html)
    const list = elements.findIndex(({ attributes }) => attributes['data-part'] === 'assurances')
    const end = elements.findIndex(({ name }, index) => index > list && name === 'div')
    return elements.slice(list, end).flatMap(({ name, text }) => (name === 'li' ? [text] : []))
  }

  test('a line each of what the owner has written, and the time of a piece that is made to order', async () => {
    const owner = await createOwner(shop, 'owner@example.com')
    const { id } = await addItem(shop.url, newItem)
    const made = await addItem(shop.url, { ...newItem, madeToOrder: true, weeksToMake: 3 })
    assert.deepEqual(linesOf(await readPage(`/item/${id}`)), [])
    const lines = { deliveryLine: 'Delivered in 3 days, LKR 400', knittedIn: 'Knitted in <b>Galle</b>' }
    await changeSettings(shop.url, owner, { ...lines, replyTime: 'Replies today', whatsapp: '' })
    assert.deepEqual(linesOf(await readPage(`/item/${id}`)), Object.values(lines))
    await changeSettings(shop.url, owner, { knittedIn: '', whatsapp: '+94 77 123 4568' })
    assert.deepEqual(linesOf(await readPage(`/item/${made.id}`)), [
      'Ready in about 3 weeks',
      'Replies today',
      'Delivered in 3 days, LKR 400',
    ])
  })
})

describe('generated files and icons', () => {
  /** Fetches and decodes an image. */
  async function fetchImage(path: string) {
    const answer = await fetch(new URL(path, shop.url))
    assert.equal(answer.status, 200, path)
    const body = Buffer.from(await answer.arrayBuffer())
    const { format, width, height } = await sharp(body).metadata()
    return { type: answer.headers.get('Content-Type'), format, sizes: `${width}x${height}`, body }
  }

  /** The URL of a link in the home page's head. */
  async function linkedUrl(marks: Readonly<Record<string, string>>): Promise<string> {
    const [url, ...others] = inHead(readElements(await readPage('/')), 'link', marks, 'href')
    assert.deepEqual(others, [], 'more than one')
    return url ?? assert.fail(`no link ${JSON.stringify(marks)}`)
  }

  test('robots.txt names the sitemap, and disallows the API', async () => {
    const answer = await fetch(`${shop.url}/robots.txt`)
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/plain\b/)
    const lines = (await answer.text()).split('\n')
    for (const line of [`Sitemap: ${origin}/sitemap.xml`, 'User-agent: *', 'Disallow: /api/']) {
      assert.ok(lines.includes(line), line)
    }
    // A list that must not be indexed says so itself, which a search engine can only see if it may read it.
    const disallowed = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10))
    for (const path of ['/', '/pieces', '/pieces/Knits', '/pieces?q=wool&after=1', '/item/a']) {
      assert.deepEqual(
        disallowed.filter((start) => path.startsWith(start)),
        [],
      )
    }
  })

  test('the manifest names the shop, and its icons have the stated types and sizes', async () => {
    const answer = await fetch(shop.url + (await linkedUrl({ rel: 'manifest' })))
    assert.equal(answer.headers.get('Content-Type'), 'application/manifest+json')
    const manifest = (await answer.json()) as {
      name: string
      start_url: string
      icons: { src: string; sizes: string; type: string; purpose: string }[]
    }
    assert.deepEqual([manifest.name, manifest.start_url], ['Stockinette', '/'])
    const kinds = new Set(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`))
    for (const kind of ['192x192 any', '512x512 any', '512x512 maskable']) assert.ok(kinds.has(kind), kind)
    for (const { src, sizes, type } of manifest.icons) {
      assert.partialDeepStrictEqual(await fetchImage(src), { sizes, type })
    }
  })

  test('the page links to an SVG icon, a touch icon and an ICO file', async () => {
    const svg = await fetchImage(await linkedUrl({ rel: 'icon', type: 'image/svg+xml' }))
    assert.match(svg.type ?? '', /^image\/svg\+xml\b/)
    assert.equal(svg.format, 'svg')
    const touch = await fetchImage(await linkedUrl({ rel: 'apple-touch-icon' }))
    assert.partialDeepStrictEqual(touch, { type: 'image/png', sizes: '180x180' })
    const ico = await fetch(shop.url + (await linkedUrl({ rel: 'icon', sizes: '32x32' })))
    assert.match(ico.headers.get('Content-Type') ?? '', /^image\/(?:x-icon|vnd\.microsoft\.icon)$/)
    const file = Buffer.from(await ico.arrayBuffer())
    assert.equal(file.readUInt16LE(2), 1, 'an icon, not a cursor')
    // Six bytes of header that end with the number of images, then 16 bytes each, which begin with width and height.
    const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) =>
      [...file.subarray(6 + 16 * index).subarray(0, 2)].join('x'),
    )
    assert.ok(sizes.includes('32x32'), sizes.join())
  })

  test("the shop's image for link previews fits WhatsApp's limits", async () => {
    const html = await readPage('/')
    const [url = ''] = metadataOf(html).image
    assert.ok(url.startsWith(`${origin}/`), url)
    const { type, format, sizes, body } = await fetchImage(new URL(url).pathname)
    assert.deepEqual({ type, format, sizes }, { type: 'image/jpeg', format: 'jpeg', sizes: '1200x630' })
    const said = (name: string) => inHead(readElements(html), 'meta', { property: `og:image:${name}` }, 'content')[0]
    assert.deepEqual([said('type'), `${said('width')}x${said('height')}`], [type, sizes])
    assert.ok(body.length <= 250_000, `${body.length} bytes`)
  })
})
