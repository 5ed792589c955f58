import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import * as fc from 'fast-check'

import { categoryPath, hasCategoryPage } from '../domain/catalogue/category.ts'
import { readRequestTarget } from './request-target.ts'

const id = 'w2q1glSJSzjUZxmtQkh7'

describe('readRequestTarget: a canonical target is unchanged', () => {
  for (const [path, query] of [
    ['/', ''],
    ['/', '?fbclid=IwAR0&x=%20|"\\{}'],
    [`/item/${id}`, ''],
    ['/__/auth/action', '?mode=resetPassword&oobCode=a_b-c'],
    ['/identitytoolkit.googleapis.com/v1/accounts:signUp', '?key=any'],
    ['/emulator/v1/projects/demo-shop/accounts', ''],
    ['/photos/0123-720.avif', ''],
    ['/_.data', ''],
    ['/...', ''],
    ['/pieces', '?q=wool&after=1'],
    ['/pieces', '?sort=price&q=wool&fbclid=1'],
    ['/pieces', '?min=cheap&size='],
    ['/pieces/Knits', '?q=%E0%B6%9A'],
    ['/pieces/%E0%B6%9A%E0%B6%B8%E0%B7%8A%E0%B6%B6%E0%B7%92%E0%B6%BD%E0%B7%92', ''],
    ['/pieces/a%2Fb%25%26', ''],
    ['/pieces/%25ff', ''],
    ['/pieces/..%2F..', ''],
    ['/pieces/...', ''],
    ['/pieces/x.data%20', ''],
    ['/pieces/~', ''],
    ['/pieces/Knits/more', '?a'],
    ['/si', ''],
    ['/si', '?fbclid=1'],
    ['/ta/pieces', '?q=wool&after=1'],
    ['/en/pieces/%E0%B6%9A', ''],
    ['/si/create', ''],
  ] as const) {
    test(path + query, () => {
      assert.deepEqual(readRequestTarget(path + query), { kind: 'canonical', path, query })
    })
  }
})

describe('readRequestTarget: other spellings are redirected to the canonical one', () => {
  for (const [raw, location] of [
    ['/create/', '/create'],
    [`/item/${id}/?a=b`, `/item/${id}?a=b`],
    ['/%63reate', '/create'],
    ['/sign%2Din?next=%2F', '/sign-in?next=%2F'],
    ['/v1/accounts%3asignUp', '/v1/accounts:signUp'],
    ['//', '/'],
    ['/si/', '/si'],
    ['/si//', '/si'],
    ['/si/?x=1', '/si?x=1'],
    ['/%73i', '/si'],
    ['/%73i/item/x/?a=b', '/si/item/x?a=b'],
    ['/ta/pieces/', '/ta/pieces'],
    ['/ta/pieces?q=&size=M', '/ta/pieces?size=M'],
    ['/%74a/pieces/%4bnits', '/ta/pieces/Knits'],
    ['/en/pieces/a+b', '/en/pieces/a%2Bb'],
    ['/pieces/', '/pieces'],
    ['/%70ieces/?a', '/pieces?a'],
    ['/pieces/Knits/?q=a', '/pieces/Knits?q=a'],
    ['/pieces?q=wool&sort=newest&size=&color=&min=&max=', '/pieces?q=wool'],
    ['/pieces/Knits?size=+M&color=&x', '/pieces/Knits?size=M'],
    ['/pieces?q=Red+under+5,000&max=1', '/pieces?q=red&max=5000'],
    ['http://evil.example/pieces?q=', '/pieces'],
    ['/%70ieces/%4bnits', '/pieces/Knits'],
    ['/pieces/%e0%b6%9a?q=a', '/pieces/%E0%B6%9A?q=a'],
    ['/pieces/a+b', '/pieces/a%2Bb'],
    ['/pieces/a&b@c:d', '/pieces/a%26b%40c%3Ad'],
    ['/pieces/a%2fb/', '/pieces/a%2Fb'],
    ['/pieces/a|b[c]', '/pieces/a%7Cb%5Bc%5D'],
    ['/pieces/a\\b', '/pieces/a%5Cb'],
    ['/pieces/%7e', '/pieces/~'],
    ['/pieces/%32%35', '/pieces/25'],
    ['http://evil.example/pieces/%4b', '/pieces/K'],
    ['//?//evil.example', '/?//evil.example'],
    ['http://evil.example/create/', '/create'],
  ] as const) {
    test(raw, () => assert.deepEqual(readRequestTarget(raw), { kind: 'redirect', location }))
  }
})

describe('readRequestTarget: an impossible path becomes one that no page has', () => {
  for (const [raw, path] of [
    ['/_.data%20', '/~'],
    ['/%5F.data%09', '/~'],
    ['//_.data%20', '/~/~'],
    [`/item/${id}.data%0a`, '/item/~'],
    [`/item/${id}%00`, '/item/~'],
    [`/item/${id}//`, `/item/${id}/~/~`],
    [`/item//${id}`, `/item/~/${id}`],
    [`/item%2F${id}`, '/~'],
    [`/item\\${id}`, '/~'],
    ['/\\evil.example', '/~'],
    ['//evil.example/', '/~/evil.example/~'],
    ['/.//evil.example', '/~/~/evil.example'],
    ['/a/..//evil.example', '/a/~/~/evil.example'],
    ['/%2e%2e/server.ts', '/~/server.ts'],
    ['/assets/..%2f..%2fpackage.json', '/assets/~'],
    ['/create/.', '/create/~'],
    ['/create/%2E/', '/create/~/~'],
    ['/100%', '/~'],
    ['/item/%zz', '/item/~'],
    ['/%ff', '/~'],
    ['/%2525', '/~'],
    ['/api/items/a|b', '/api/items/~'],
    ['http://evil.example//evil.example', '/~/evil.example'],
    ['/pieces/%ff', '/~'],
    ['/pieces/%c0%af', '/~'],
    ['/pieces/%ed%a0%80', '/~'],
    ['/pieces/a%00', '/~'],
    ['/pieces/100%', '/~'],
    ['/pieces/%%32%36', '/~'],
    ['/pieces/.', '/~'],
    ['/pieces/../', '/~'],
    ['/pieces/%2e%2E', '/~'],
    ['/pieces/%20..', '/~'],
    ['/pieces/%20', '/~'],
    ['/pieces/a%20/b', '/pieces/~/b'],
    ['/pieces//Knits', '/pieces/~/Knits'],
    ['/pieces/Knits//', '/pieces/Knits/~/~'],
    ['/./pieces/Knits', '/~/pieces/Knits'],
    ['/pieces%2FKnits', '/~'],
    ['/si//x', '/si/~/x'],
    ['/si//evil.example', '/si/~/evil.example'],
    ['/si/pieces/%ff', '/si/~'],
    ['/si%2Fitem', '/~'],
  ] as const) {
    test(raw, () => assert.deepEqual(readRequestTarget(raw), { kind: 'canonical', path, query: '' }))
  }
})

describe('readRequestTarget: targets that no browser sends are malformed', () => {
  for (const raw of [
    '',
    '*',
    '?a=b',
    'create',
    'ftp://shop.example/',
    'http:///',
    'shop.example:443',
    '/#',
    '/?a#b',
    'http://shop.example#/',
    '/a\tb',
    '/ ',
    '/?a\u0000',
    '/caf\u00e9',
    '/\u007f',
  ]) {
    test(JSON.stringify(raw), () => assert.deepEqual(readRequestTarget(raw), { kind: 'malformed' }))
  }
})

test('readRequestTarget: a host in the target is ignored', () => {
  for (const raw of ['http://evil.example', 'HTTPS://evil.example:1/', 'http://a@b/']) {
    assert.deepEqual(readRequestTarget(raw), { kind: 'canonical', path: '/', query: '' })
  }
})

test('readRequestTarget: no redirect leaves the host', () => {
  const parts = ['/', 'pieces/', '\\', '.', '%2f', '%5c', '%2e', 'evil.example', '@', ':', '?', 'http:', '%09', ';']
  for (const first of parts)
    for (const second of parts)
      for (const third of parts) {
        const target = readRequestTarget(`/${first}${second}${third}/`)
        if (target.kind !== 'redirect') continue
        assert.equal(new URL(target.location, 'https://shop.example').origin, 'https://shop.example')
        assert.equal(new URL(target.location, 'https://shop.example').href, `https://shop.example${target.location}`)
      }
})

test('readRequestTarget: each category has one path, which every encoding of its name redirects to', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter(hasCategoryPage)
  fc.assert(
    fc.property(name, (text) => {
      const path = categoryPath(text)
      assert.deepEqual(readRequestTarget(`${path}?q=a`), { kind: 'canonical', path, query: '?q=a' })
      const escaped = Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
      const target = readRequestTarget(`/pieces/${escaped}?q=a`)
      if (target.kind === 'redirect') assert.equal(target.location, `${path}?q=a`)
      else assert.deepEqual(target, { kind: 'canonical', path, query: '?q=a' })
    }),
  )
})
