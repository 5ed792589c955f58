import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'

import { pictureCopy } from '../../src/messages/messages.ts'
import { Encoder } from '../../src/photos/encoder/encoder.ts'
import { PhotoLibrary } from '../../src/photos/photo-library.ts'
import { copyRemoteImage } from '../../src/photos/remote-copy/copy-remote-image.ts'
import { isPublicAddress, publicWeb, type FetchRules } from '../../src/photos/remote-copy/fetch-image.ts'
import { startWebServer } from '../../src/photos/remote-copy/test-support.ts'
import { openDiskStore } from '../../src/photos/storage/disk-store.ts'

const encoder = new Encoder()
const dataDir = await mkdtemp(join(tmpdir(), 'copier-'))
const web = await startWebServer()
const tlsWeb = await startWebServer({ isTls: true })

/** The rules of the public web, plus one server of this machine. */
const withLoopback: FetchRules = {
  isAddressAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
  isPortAllowed: (port) => [String(web.port), String(tlsWeb.port), ''].includes(port),
  resolve: (host) => (host.endsWith('.test') ? Promise.resolve(['127.0.0.1']) : publicWeb.resolve(host)),
  timeoutMs: 30_000,
  ca: tlsWeb.ca ?? '',
}

after(async () => {
  await encoder.close()
  await web[Symbol.asyncDispose]()
  await tlsWeb[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true })
})

async function copy(url: string, rules: FetchRules) {
  const library = new PhotoLibrary({ store: await openDiskStore(join(dataDir, 'photos')), encoder })
  return copyRemoteImage(url, { library, folder: dataDir, rules })
}

const unreachable = { message: pictureCopy.unreachable }
const tooSlow = { message: pictureCopy.tooSlow }
const at = (path: string) => `http://pictures.test:${web.port}${path}`

async function assertRefused(url: string, rules: FetchRules, reason: { code?: string; message?: string }) {
  await assert.rejects(copy(url, rules), { code: 'picture-not-copied', ...reason })
  assert.deepEqual(await readdir(dataDir), ['photos'], 'no file is left')
}

/** Refused because of the address, whether or not it answers: nothing is requested from the servers of this machine. */
async function assertNotRequested(
  url: string,
  rules: FetchRules,
  message: string = pictureCopy.notPublic,
): Promise<void> {
  const count = () => web.requests.filter(({ path }) => !path.startsWith('/to?')).length
  const before = count()
  await assertRefused(url, rules, { message })
  assert.equal(count(), before, 'a server of this machine got a request')
}

/** Spellings of this machine. Anyone can add to these lists. */
const ownUrls = [
  'http://localhost/',
  'http://LOCALHOST./',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.8.8.8/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1#@example.com/',
  'http://%31%32%37.0.0.1/',
  'gopher://127.0.0.1:6379/_FLUSHALL',
]

const privateUrls = [
  'http://0.0.0.0/',
  'http://0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:53aa:64c:0:fbff:80ff:fffe]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[::7f00:1]/',
  'http://[4000::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
]

/** URLs that no rule of addresses has to look at. */
const invalidUrls = [
  'http://example.com:22/',
  'http://example.com:8080/',
  'https://example.com:80/',
  'http://user:secret@example.com/',
  'ftp://example.com/a.jpg',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:https://example.com/a',
  '//127.0.0.1/',
  '/photos/a.jpg',
  'http://',
  'http://[::1',
  'not an address',
  '',
]

describe('an image URL that leads to this machine or its network is refused', () => {
  const resolveOwn = async (host: string) => (host.startsWith('localhost') ? ['127.0.0.1'] : publicWeb.resolve(host))
  const rules = { ...publicWeb, resolve: resolveOwn }
  for (const url of [...ownUrls, ...privateUrls]) test(url, () => assertNotRequested(url, rules))
  for (const url of invalidUrls) test(JSON.stringify(url), () => assertNotRequested(url, rules, pictureCopy.badAddress))

  const redirects = [
    ...privateUrls.map((url) => [url, pictureCopy.notPublic] as const),
    ...invalidUrls
      .filter((url) => /^\w+:/.test(url) && URL.canParse(url))
      .map((url) => [url, pictureCopy.badAddress] as const),
  ]
  for (const [url, message] of redirects) {
    test(`also after a redirect: ${url}`, () =>
      assertNotRequested(at(`/to?${encodeURIComponent(url)}`), withLoopback, message))
  }

  for (const addresses of [['127.0.0.1'], ['127.0.0.1', '93.184.215.14'], ['93.184.215.14', '127.0.0.1'], []]) {
    test(`a name with the addresses [${addresses.join(', ')}]`, async () => {
      const { isPortAllowed } = withLoopback
      await assertNotRequested(at('/picture'), { ...publicWeb, isPortAllowed, resolve: async () => addresses })
    })
  }

  test('a name that resolves differently a moment later', async () => {
    const meanings = [['127.0.0.1'], ['10.0.0.1']]
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      return meanings.shift() ?? []
    }
    const { width } = await copy(at('/picture'), { ...withLoopback, resolve })
    assert.equal(width, 300)
    assert.deepEqual(asked, ['pictures.test'], 'resolved once, and that address is connected to')
    meanings.splice(0, 1, ['127.0.0.1'], ['10.0.0.1'])
    await assertNotRequested(at(`/to?${encodeURIComponent(at('/picture'))}`), { ...withLoopback, resolve })
  })
})

describe('an image on another server', () => {
  test('is copied from the server of its host name', async () => {
    const photo = await copy(at('/picture'), withLoopback)
    assert.deepEqual([photo.width, photo.height], [300, 200])
    assert.deepEqual(web.requests.at(-1), { path: '/picture', host: `pictures.test:${web.port}` })
    assert.deepEqual(await readdir(dataDir), ['photos'])
  })

  test('is copied after three redirects, not after four', async () => {
    const around = (times: number): string =>
      times === 0 ? '/picture' : `/to?${encodeURIComponent(around(times - 1))}`
    assert.equal((await copy(at(around(3)), withLoopback)).width, 300)
    await assertRefused(at(around(4)), withLoopback, { message: pictureCopy.tooManyRedirects })
  })

  test('is copied over TLS only from a server with a valid certificate', async () => {
    assert.equal((await copy(`https://127.0.0.1:${tlsWeb.port}/picture`, withLoopback)).width, 300)
    await assertRefused(`https://pictures.test:${tlsWeb.port}/picture`, withLoopback, unreachable)
    await assertRefused(`https://127.0.0.1:${tlsWeb.port}/picture`, { ...withLoopback, ca: '' }, unreachable)
  })

  for (const path of ['/missing', '/no-location', '/hangs-up', '/switches', '/to?/switches', '/cut']) {
    test(`is not copied from ${path}`, () => assertRefused(at(path), withLoopback, unreachable))
  }
  test('is not copied from a server that redirects in a circle', () =>
    assertRefused(at('/loop'), withLoopback, { message: pictureCopy.tooManyRedirects }))
  for (const path of ['/silent', '/slow']) {
    test(`times out: ${path}`, () => assertRefused(at(path), { ...withLoopback, timeoutMs: 300 }, tooSlow))
  }
  test('times out while its name is resolved', async () => {
    const resolve = () => Promise.withResolvers<string[]>().promise
    await assertRefused('http://slow.example/', { ...withLoopback, resolve, timeoutMs: 50 }, tooSlow)
  })
  test('is read up to the size limit', () => assertRefused(at('/endless'), withLoopback, { code: 'body-too-large' }))
  test('is refused if it is not an image', () =>
    assertRefused(at('/page'), withLoopback, { code: 'unsupported-photo' }))
  test('is refused if it is empty', () => assertRefused(at('/nothing'), withLoopback, { code: 'invalid-photo' }))
})
