import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'

import { addItem } from '../kit/api-client.ts'
import { sendRaw, type RawResponse } from '../kit/http/raw-request.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const code = 'document.title = document.domain'
const attack = `<script>${code}</script>`
const codeHash = createHash('sha256').update(code).digest('base64')

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())
const { id } = await addItem(shop.url, { title: attack, imageUrl: 'https://e.example/a.jpg', description: attack })

const sendRequest = (target: string, method?: string) => sendRaw(shop.url, target.replaceAll('ID', id), method)

function assertAttackIsNotAllowed(answer: RawResponse, target: string): void {
  assert.ok(!answer.headers['content-security-policy']?.includes(codeHash), target)
  if (answer.headers['content-type']?.startsWith('text/html')) assert.ok(!answer.body.includes(attack), target)
}

describe("React Router's data stream", () => {
  for (const target of [
    '/_.data',
    '/_.data%20',
    '/_.data%09',
    '/_.data%0a',
    '/%5f.data',
    '/_%2edata',
    '//_.data%20',
    '/_root.data',
    '/create.data%09',
    '/item/ID.data',
    '/item/ID.data%20',
    '/item/ID.data%0a',
    '/item/ID%2edata',
    '/item/ID.data/',
    '/item/ID.data?_routes=root',
    '/__manifest?paths=/',
    'http://evil.example/_.data%20',
  ]) {
    test(`is not available at ${target}`, async () => {
      let answer = await sendRequest(target)
      if (answer.status === 308) answer = await sendRequest(answer.headers['location'] ?? '')
      assert.equal(answer.status, 404)
      assertAttackIsNotAllowed(answer, target)
      assert.doesNotMatch(answer.body, /^\[/)
    })
  }
})

describe('a page has one path', () => {
  for (const [target, location] of [
    ['/item/ID/', '/item/ID'],
    ['/%69tem/ID?a=b', '/item/ID?a=b'],
    ['/create/', '/create'],
    ['//', '/'],
    ['/pieces/?q=a', '/pieces?q=a'],
    ['/pieces/%e0%ae%a4+%2f?q=a', '/pieces/%E0%AE%A4%2B%2F?q=a'],
  ] as const) {
    test(`${target} redirects to ${location}`, async () => {
      const { status, headers } = await sendRequest(target)
      assert.equal(status, 308)
      assert.equal(headers['location'], location.replace('ID', id))
      assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'/)
    })
  }

  for (const target of [
    '/Item/ID',
    '/item/ID//',
    '/item//ID',
    '//item/ID',
    '/item/ID%20',
    '/item/ID%00',
    '/item%2fID',
    '/item\\ID',
    '/./item/ID',
    '/x/../item/ID',
    '/%2e/item/ID',
    '/Create',
    '/sign-in/.',
    '//evil.example/',
    '/\\evil.example',
    '/100%',
    '/%c3%a9',
    '/|',
    '/pieces?sort=x',
    '/pieces?q=a&q=b',
    '/pieces?after=x',
    '/pieces/none',
    '/pieces/none?q=a',
    '/pieces/none.data',
    '/pieces/_.data',
    '/pieces/%0A',
    '/pieces/%00',
    '/pieces/%c0%ae%c0%ae',
    '/pieces/%2e%2e',
    '/pieces/a/b',
  ]) {
    test(`${target} is answered 404`, async () => {
      const answer = await sendRequest(target)
      assert.equal(answer.status, 404)
      assert.match(answer.headers['content-type'] ?? '', /^text\/html/)
      assertAttackIsNotAllowed(answer, target)
    })
  }

  test('the absolute form of a request target returns the same page', async () => {
    assert.equal((await sendRequest('http://evil.example/item/ID')).body, (await sendRequest('/item/ID')).body)
  })
})

test('an invalid path of an API is answered as JSON', async () => {
  for (const target of ['/api/items/%20', '/api//items', '/identitytoolkit.googleapis.com/v1/%zz']) {
    const { status, headers } = await sendRequest(target)
    assert.ok([404, 501].includes(status), target)
    assert.match(headers['content-type'] ?? '', /^application\/json/, target)
  }
})

test('an invalid request target is answered 400, and the shop keeps running', async () => {
  for (const target of ['*', 'create', '/#', '/?a#b', '/\u00e9', '/\u0001', 'ftp://shop/']) {
    assert.equal((await sendRequest(target)).status, 400, target)
  }
  assert.equal((await sendRequest('/healthz')).status, 200)
})

test('no request target changes the script-src of a page', async () => {
  const scriptSourceOf = ({ headers }: RawResponse) =>
    /script-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]?.replace(/'nonce-[^']+'/, 'nonce')
  const listPages = ['/', '/none', '/_.data', '/?<script>']
  const itemPages = ['/item/ID', '/item/none', '/item/ID.data', '/item/ID?a=b']
  for (const targets of [listPages, itemPages]) {
    const sources = new Set<string | undefined>()
    for (const target of targets) sources.add(scriptSourceOf(await sendRequest(target)))
    assert.equal(sources.size, 1)
    assert.match([...sources][0] ?? '', /^'self'(?: 'sha256-\S+'){3}$/)
  }
  for (const target of ['/create', '/create?x=<script>', '/manage', '/sign-in', '/__/auth/action']) {
    assert.equal(scriptSourceOf(await sendRequest(target)), "'self' nonce", target)
  }
})

test('a page with a nonce has a new one in each response', async () => {
  const answers = await Promise.all([sendRequest('/create'), sendRequest('/create'), sendRequest('/create')])
  const nonces = answers.map(({ headers, body }) => {
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '') ?? []
    const carried = [...body.matchAll(/<(?:script|style)[^>]* nonce="([^"]+)"/g)].map(([, one]) => one)
    assert.ok(carried.length > 1)
    assert.deepEqual(new Set(carried), new Set([nonce]))
    return nonce
  })
  assert.equal(new Set(nonces).size, 3)
})
