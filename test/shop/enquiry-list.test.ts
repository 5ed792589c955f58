import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

import { createOwner } from '../kit/accounts.ts'
import { sendItem, type ApiItem } from '../kit/api-client.ts'
import { readElements } from '../kit/http/page-elements.ts'
import { callApi, changeSettings, listManaged } from '../kit/manage-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const origin = 'https://shop.example'
const shop = await openHostedShop({ env: { SHOP_ORIGIN: origin, SHOP_WHATSAPP: '077 123 4568' } })
after(() => shop[Symbol.asyncDispose]())
const owner = await createOwner(shop, 'owner@example.com')

async function add(fields: object): Promise<ApiItem> {
  const newItem = { imageUrl: 'https://example.com/a.jpg', title: 'Beanie', ...fields }
  return (await (await sendItem(shop.url, owner, newItem)).json()) as ApiItem
}

async function change(id: string, changes: object): Promise<void> {
  const version = (await listManaged(shop.url, owner)).find((item) => item.id === id)?.version ?? ''
  const answer = await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: changes, version })
  assert.equal(answer.status, 200)
}

async function read(path: string, init?: RequestInit) {
  const answer = await fetch(shop.url + path, init)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const linksIn = (html: string) =>
  readElements(html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes, text }) => ({ href: attributes['href'] ?? '', label: attributes['aria-label'] ?? text }))

const messageIn = (html: string) => {
  const chat = linksIn(html).find(({ href }) => href.startsWith('https://wa.me/94771234568?text='))
  return decodeURIComponent(chat?.href.split('?text=')[1] ?? '').split('\n')
}

describe('the page of an enquiry', () => {
  let beanie: ApiItem
  let scarf: ApiItem
  let list: string

  before(async () => {
    beanie = await add({ title: 'Harbour Beanie', price: 12_500, size: 'S / M' })
    scarf = await add({ title: 'Plain Scarf', size: 'One size' })
    await change(scarf.id, { sold: true })
    list = `/enquiry?pieces=${beanie.id}.M~${scarf.id}`
  })

  test('has each piece with its price, size and state, and the total of the prices that are known', async () => {
    const { status, html } = await read(list)
    assert.equal(status, 200)
    for (const text of [
      'Harbour Beanie',
      'LKR 12,500',
      'Price on request',
      'Sold',
      'Size: One size',
      'Total without prices on request: LKR 12,500',
    ]) {
      assert.ok(
        readElements(html).some((element) => element.text.replaceAll('\u00a0', ' ') === text),
        text,
      )
    }
    const chosen = readElements(html).filter(({ attributes }) => attributes['aria-current'] === 'true')
    assert.deepEqual(
      chosen.map(({ text }) => text),
      ['M'],
    )
  })

  test('sends one message about all of them, which asks for a sold one in words', async () => {
    const { html } = await read(list)
    assert.deepEqual(messageIn(html), [
      "Hello! I'm interested in these 2 pieces:",
      `1. "Harbour Beanie", Size: M, LKR 12,500 ${origin}/item/${beanie.id}`,
      `2. "Plain Scarf", sold: could you make another?, Size: One size ${origin}/item/${scarf.id}`,
    ])
  })

  test('of one piece sends the message of that piece', async () => {
    const { html } = await read(`/enquiry?pieces=${beanie.id}.M`)
    assert.equal(messageIn(html)[0], `Hello! I'm interested in "Harbour Beanie" (item ${beanie.id}).`)
  })

  test('every change is a link, also back', async () => {
    const { html } = await read(list)
    const hrefOf = (page: string, label: string) => linksIn(page).find((link) => link.label === label)?.href ?? ''
    assert.equal(hrefOf(html, 'S: Harbour Beanie'), `${list.replace('.M', '.S')}#piece-${beanie.id}`)
    const removed = await read(hrefOf(html, 'Remove: Harbour Beanie'))
    assert.match(removed.html, /“Harbour Beanie” was removed\./)
    assert.equal(hrefOf(removed.html, 'Undo'), list)
    const none = await read(hrefOf(removed.html, 'Remove: Plain Scarf'))
    assert.match(none.html, /There are no pieces in your enquiry yet\./)
    assert.equal(hrefOf(none.html, 'Undo'), `/enquiry?pieces=${scarf.id}`)
  })

  test('is not for search engines, and is not stored by the shop: it shows each change at once', async () => {
    const first = await read(list)
    assert.match(first.html, /<meta name="robots" content="noindex"\/>/)
    assert.doesNotMatch(first.html, /rel="canonical"|property="og:url"/)
    assert.equal(first.headers.get('Cache-Control'), 'no-cache')
    const lines = () =>
      shop
        .output()
        .split('\n')
        .filter((line) => line.includes('"path":"/enquiry"')).length
    const earlier = lines()
    for (let times = 0; times < 3; times++) await read(list)
    while (lines() < earlier + 3) await new Promise(setImmediate)
    await change(beanie.id, { hidden: true })
    const { html } = await read(list)
    assert.doesNotMatch(html, /Harbour Beanie/)
    assert.match(html, /This piece is no longer available\./)
    assert.equal(
      messageIn(html)[0],
      `Hello! I'd love one like "Plain Scarf" (item ${scarf.id}), which has been sold. Could you make another?`,
    )
    await change(beanie.id, { hidden: false })
  })

  test('says nothing of sizes that a piece does not have, and no more of unknown pieces than that they are gone', async () => {
    const { status, html } = await read(`/enquiry?pieces=${beanie.id}.XXL~none~__proto__.M~${'0'.repeat(128)}`)
    assert.equal(status, 200)
    const texts = readElements(html).filter(({ name }) => name !== 'style' && name !== 'script')
    assert.doesNotMatch(texts.map(({ text }) => text).join('\n'), /XXL|^none|__proto__|000/m)
    assert.equal(html.split('This piece is no longer available.').length - 1, 3 * 2, 'as text and as label')
    assert.doesNotMatch(messageIn(html).join('\n'), /Size|none|__proto__|000/)
  })

  for (const [query, status, said] of [
    ['?pieces=a&pieces=b', 404, 'pieces=a'],
    [`?pieces=${Array.from({ length: 11 }, (_, n) => `p${n}`).join('~')}`, 404, 'p0~p1'],
    ['?pieces=a~~b', 404, 'a~~b'],
    ['?pieces=../../x', 404, '../../x'],
    ['?pieces=%3Cscript%3Ealert(1)', 404, 'alert(1)'],
    ['?pieces=a.%22onload=', 200, '"onload'],
    [`?pieces=a.${'M'.repeat(25)}`, 404, 'M'.repeat(25)],
    [`?pieces=${'a'.repeat(5_000)}`, 404, 'a'.repeat(50)],
    ['?pieces=a&before=%00', 404, 'before='],
    ['?pieces=%ff', 404, '\uFFFD'],
  ] as const) {
    test(`${query.slice(0, 40)} is answered with ${status}, and shows nothing of what it says`, async () => {
      const answer = await read(`/enquiry${query}`)
      assert.equal(answer.status, status)
      const expected = status === 404 ? 'Page not found.' : 'This piece is no longer available.'
      assert.ok(answer.html.includes(expected))
      assert.ok(!answer.html.includes(said))
      assert.ok(
        !readElements(answer.html).some(({ text, attributes }) => text.includes('onload') || 'onload' in attributes),
      )
    })
  }

  test('without pieces, leads to them, and says without script what to do', async () => {
    const { status, html } = await read('/enquiry?fbclid=1')
    assert.equal(status, 200)
    assert.match(html, /There are no pieces in your enquiry yet\./)
    assert.ok(linksIn(html).some(({ href }) => href === '/pieces'))
  })
})

describe('the QR code of a piece', () => {
  const id = 'w2q1glSJSzjUZxmtQkh7'

  test('is an image with the address of the piece, which can be read on a dark page and is kept for a day', async () => {
    const answer = await fetch(`${shop.url}/qr/${id}.svg`)
    assert.equal(answer.headers.get('Content-Type'), 'image/svg+xml')
    assert.equal(answer.headers.get('Cache-Control'), 'public, max-age=86400')
    assert.match(answer.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'/)
    assert.equal(await decode(answer), `${origin}/item/${id}`)
  })

  test('in another language has the address of the page in that language', async () => {
    assert.equal(await decode(await fetch(`${shop.url}/qr/${id}.ta.svg`)), `${origin}/ta/item/${id}`)
  })

  const decode = async (answer: Response) => {
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .resize(400)
      .flatten({ background: '#000' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return decodeQR({ width: info.width, height: info.height, data })
  }

  for (const file of ['a', 'a.png', '.svg', 'a.b.svg', `${'a'.repeat(129)}.svg`, '%3Cscript%3E.svg', 'live.svg']) {
    test(`there is none at /qr/${file.slice(0, 20)}`, async () => {
      assert.equal((await read(`/qr/${file}`)).status, 404)
    })
  }
})

describe('how customers reach the shop', () => {
  test('without WhatsApp, the other ways are the buttons; without any, the page says so', async (t) => {
    const { id } = await add({ title: 'Reached', size: 'S / M' })
    t.after(() => changeSettings(shop.url, owner, { whatsapp: '077 123 4568', phone: '', email: '' }))
    await changeSettings(shop.url, owner, { whatsapp: '', phone: '071 123 4567', email: 'mary@wool.example' })
    const { html } = await read(`/item/${id}`)
    assert.doesNotMatch(html, /wa\.me|WhatsApp/)
    const buttons = readElements(html).filter(
      ({ name, attributes }) => name === 'a' && attributes['class'] === 'button',
    )
    assert.deepEqual(
      buttons.map(({ text, attributes }) => [text, attributes['href']?.split('?')[0]]),
      [
        ['Call +94 71 123 4567', 'tel:+94711234567'],
        ['Write an e-mail', 'mailto:mary@wool.example'],
      ],
    )
    await changeSettings(shop.url, owner, { phone: '', email: '' })
    const none = (await read(`/item/${id}`)).html
    assert.match(none, /You can’t enquire on WhatsApp yet/)
    assert.doesNotMatch(none, /Other ways to ask/)
    for (const path of [`/item/${id}`, '/', '/pieces']) {
      const page = (await read(path)).html
      assert.match(page, /Reached/)
      assert.doesNotMatch(page, /class="add"/, path)
    }
  })

  test('texts about payment, returns, video calls and measuring are folded, and left out if empty', async (t) => {
    const { id } = await add({ title: 'Trusted', size: 'S / M' })
    const summaries = async () =>
      readElements((await read(`/item/${id}`)).html)
        .filter(({ name }) => name === 'summary')
        .map(({ text }) => text)
        .filter((text) => text !== '')
    assert.deepEqual(await summaries(), ['Other ways to ask'])
    const texts = { delivery: 'a', payment: 'b', returns: 'c', videoCall: 'd', howToMeasure: 'e' }
    t.after(() =>
      changeSettings(shop.url, owner, { delivery: '', payment: '', returns: '', videoCall: '', howToMeasure: '' }),
    )
    await changeSettings(shop.url, owner, texts)
    assert.deepEqual(await summaries(), [
      'How to measure',
      'Other ways to ask',
      'Delivery',
      'Payment',
      'Returns',
      'Ask for a video call',
    ])
    const asking = linksIn((await read(`/item/${id}`)).html).find(({ label }) => label === 'Ask for it on WhatsApp')
    assert.match(decodeURIComponent(asking?.href ?? ''), /Could you show me "Trusted" \(item \w+\) in a video call\?/)
  })

  test('copying and the QR code can be switched off', async (t) => {
    const { id } = await add({ title: 'Switched' })
    t.after(() => changeSettings(shop.url, owner, { copyMessage: true, qrCode: true }))
    assert.match((await read(`/item/${id}`)).html, /Copy the message.*\/qr\//s)
    await changeSettings(shop.url, owner, { copyMessage: false, qrCode: false })
    assert.doesNotMatch((await read(`/item/${id}`)).html, /Copy the message|\/qr\/|Other ways to ask/)
  })
})
