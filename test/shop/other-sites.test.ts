import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { sendRaw } from '../kit/http/raw-request.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const publicShop = await host.open({ env: { SHOP_ORIGIN: 'https://shop.example', SHOP_TOKEN_SYNC: '/__session' } })
const preview = await host.open()

const identity = '/identitytoolkit.googleapis.com/v1/accounts'
const changes = [
  ['POST', `${identity}:signInWithPassword?key=k`],
  ['POST', `${identity}:signUp?key=k`],
  ['POST', `${identity}:sendOobCode?key=k`],
  ['POST', '/securetoken.googleapis.com/v1/token?key=k'],
  ['POST', '/api/items'],
  ['POST', '/api/claim'],
  ['PUT', '/api/manage/shop'],
  ['DELETE', '/__session'],
  ['PATCH', '/'],
  ['POST', '/no-such-path'],
] as const

describe('a request from a page of another site', () => {
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://shop.example' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ]) {
    for (const [method, path] of changes) {
      test(`is refused before anything is counted: ${method} ${path} ${JSON.stringify(headers)}`, async () => {
        const answer = await sendRaw(publicShop.url, path, method, { ...headers, 'Content-Type': 'text/plain' })
        assert.equal(answer.status, 403)
        assert.match(answer.body, /"other-origin"/)
      })
    }
  }

  test('may read', async () => {
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await sendRaw(publicShop.url, '/', method, { 'Sec-Fetch-Site': 'cross-site' })).status, 200)
    }
  })

  test('does not use up the attempts of the person who looks at it', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' }
    const guess = JSON.stringify({ email: 'owner@shop.example', password: 'wrong password' })
    for (let count = 0; count < 20; count++) {
      assert.equal(
        (await sendRaw(publicShop.url, `${identity}:signInWithPassword?key=k`, 'POST', headers, guess)).status,
        403,
      )
    }
    const own = await sendRaw(publicShop.url, `${identity}:signInWithPassword?key=k`, 'POST', {}, guess)
    assert.match(own.body, /INVALID_LOGIN_CREDENTIALS/)
  })
})

describe('a request', () => {
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await sendRaw(url, '/__session', 'DELETE', headers)).status
  const guessStatus = async (url: string, headers: Record<string, string>) =>
    (await sendRaw(url, `${identity}:signInWithPassword?key=k`, 'POST', headers, '{}')).status

  test('of an own page, of the user and of a program is answered', async () => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://shop.example' },
      {},
    ]) {
      assert.equal(await guessStatus(publicShop.url, headers), 400, JSON.stringify(headers))
    }
  })

  test('with a cookie must come from an own page: the user alone asks for none', async () => {
    assert.equal(await statusOf(publicShop.url, { 'Sec-Fetch-Site': 'none' }), 403)
    assert.equal(await statusOf(publicShop.url, { 'Sec-Fetch-Site': 'same-origin' }), 204)
  })

  test('in a preview environment may come from any address that the shop is reached at', async () => {
    assert.equal(await guessStatus(preview.url, { Origin: 'http://192.168.1.4:3000', Host: '192.168.1.4:3000' }), 400)
    assert.equal(await guessStatus(preview.url, { Origin: 'http://evil.example', Host: '192.168.1.4:3000' }), 403)
  })
})
