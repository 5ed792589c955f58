import assert from 'node:assert/strict'
import { readFile, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'

import sharp from 'sharp'

import { sendItem, signUp } from '../kit/api-client.ts'
import {
  filesOf,
  phonePhoto,
  photoAddress,
  sendPart,
  sendPhoto,
  unfinishedUploadBytes,
  uploadPhoto,
  type SentPhoto,
} from '../kit/photos/photos.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const shop = await startShop()
after(() => shop.stop())
const { idToken } = await signUp(shop.url)
const sending = () => ({ url: shop.url, idToken })
const authorization = () => ({ Authorization: `Bearer ${idToken}` })

const upload = (photo: Buffer) => uploadPhoto(sending(), photo)

async function fetchBytes(path: string): Promise<Buffer> {
  const answer = await fetch(shop.url + path)
  assert.equal(answer.status, 200, path)
  return Buffer.from(await answer.arrayBuffer())
}

describe('an uploaded photo', () => {
  let photo: SentPhoto
  before(async () => {
    photo = await upload(await phonePhoto(2_000, 1_500))
  })

  test('is returned with its upright size and all of its URLs', () => {
    const { id, width, height, url, preview, sources, placeholder } = photo
    assert.match(id, /^[0-9a-f]{32}$/)
    assert.deepEqual([width, height], [1_440, 1_920])
    assert.equal(url, `/photos/${id}-1440.webp`)
    assert.equal(preview, `/photos/${id}.jpg`)
    assert.deepEqual(
      sources.map(({ type }) => type),
      ['image/avif', 'image/webp'],
    )
    assert.match(sources[0]?.srcset ?? '', /-180\.avif 180w, .*-360\.avif 360w, .*-1440\.avif 1440w$/)
    assert.match(placeholder, /^data:image\/webp;base64,[\w+/]{40,130}=*$/)
  })

  test('has every listed file, without metadata', async () => {
    for (const path of [...filesOf(photo), photo.preview]) {
      const found = await sharp(await fetchBytes(path)).metadata()
      const { width, exif, icc, xmp, iptc, orientation } = found
      const wanted = /-(\d+)\./.exec(path)?.[1] ?? '1200'
      assert.equal(width, Number(wanted), path)
      assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined), path)
    }
  })

  test('is turned upright by its EXIF orientation', async () => {
    const { data, info } = await sharp(await fetchBytes(photo.url))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [upperLeft = 0, upperRight = 0] = [data[0], data[info.width - 1]]
    assert.ok(upperRight < 60 && upperLeft > 60, `${upperLeft} ${upperRight}`)
  })

  test('is immutable, has a fixed type, and is answered 304 to a known ETag', async () => {
    const answer = await fetch(shop.url + photo.url)
    assert.equal(answer.headers.get('content-type'), 'image/webp')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const etag = answer.headers.get('etag') ?? ''
    assert.match(etag, /^"[\w.-]+"$/)
    const again = await fetch(shop.url + photo.url, { headers: { 'If-None-Match': etag } })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), '')
    const head = await fetch(shop.url + photo.url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String((await answer.arrayBuffer()).byteLength))
  })

  test('has no other files than its images', async () => {
    for (const name of [`${photo.id}.json`, `${photo.id}-181.avif`, `${photo.id}.png`, photo.id]) {
      assert.equal((await fetch(`${shop.url}/photos/${name}`)).status, 404, name)
    }
  })
})

describe('uploading the same photo again', () => {
  test('GET and PUT return the stored photo at once', async () => {
    const bytes = await phonePhoto(300, 400)
    const address = photoAddress(shop.url, bytes)
    const unknown = await fetch(address, { headers: authorization() })
    assert.deepEqual([unknown.status, unknown.headers.get('upload-offset')], [204, '0'])
    const first = await upload(bytes)
    const asked = await fetch(address, { headers: authorization() })
    assert.deepEqual([asked.status, await asked.json()], [200, first])
    const again = await sendPhoto(sending(), bytes)
    assert.deepEqual([again.status, await again.json()], [200, first])
  })

  test('a photo that has lost a file gets it again, and keeps its address', async () => {
    const bytes = await phonePhoto(330, 400)
    const first = await upload(bytes)
    const picture = await fetchBytes(first.url)
    await rm(join(shop.dataDir, first.url))
    const asked = await fetch(photoAddress(shop.url, bytes), { headers: authorization() })
    assert.deepEqual([asked.status, asked.headers.get('upload-offset')], [204, '0'])
    const again = await sendPhoto(sending(), bytes)
    assert.deepEqual([again.status, await again.json()], [201, first])
    assert.deepEqual(await readFile(join(shop.dataDir, first.url)), picture)
  })

  test('a retry after a connection lost during encoding returns the same photo', async () => {
    const bytes = await phonePhoto(1_200, 900)
    const aborted = new AbortController()
    const address = photoAddress(shop.url, bytes)
    const lost = fetch(address, { method: 'PUT', headers: authorization(), body: bytes, signal: aborted.signal })
    while ((await unfinishedUploadBytes(shop.dataDir)) < bytes.length);
    aborted.abort()
    await assert.rejects(lost, { name: 'AbortError' })
    const again = await sendPhoto(sending(), bytes)
    assert.ok(again.ok, await again.clone().text())
    assert.deepEqual(await again.json(), await (await fetch(address, { headers: authorization() })).json())
    assert.deepEqual(await readdir(join(shop.dataDir, 'uploads')), [])
  })

  test('two concurrent uploads of the same bytes return the same photo', async () => {
    const bytes = await phonePhoto(320, 400)
    const other = { url: shop.url, idToken: (await signUp(shop.url)).idToken }
    const answers = await Promise.all([sendPhoto(sending(), bytes), sendPhoto(other, bytes)])
    const [one, two] = await Promise.all(answers.map((answer) => answer.json()))
    assert.deepEqual(one, two)
  })
})

describe('a resumable upload', () => {
  test('works in parts, and answers 409 to a wrong offset', async () => {
    const bytes = await phonePhoto(400, 300)
    const address = photoAddress(shop.url, bytes)
    const half = Math.floor(bytes.length / 2)
    const first = await sendPart(sending(), address, { offset: 0, bytes: bytes.subarray(0, half), isLast: false })
    assert.deepEqual([first.status, first.headers.get('upload-offset')], [204, String(half)])
    const wrong = await sendPart(sending(), address, {
      offset: half - 1,
      bytes: bytes.subarray(half - 1),
      isLast: true,
    })
    assert.equal(wrong.status, 409)
    const last = await sendPart(sending(), address, { offset: half, bytes: bytes.subarray(half), isLast: true })
    assert.equal(last.status, 201)
    assert.deepEqual(await readdir(join(shop.dataDir, 'uploads')), [])
  })

  test('continues after a lost connection and a restart, for the same user only', async () => {
    const bytes = await phonePhoto(500, 400)
    const address = photoAddress(shop.url, bytes)
    const headers = { ...authorization(), 'Content-Length': bytes.length }
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const cut = request(address, { method: 'PUT', headers }).on('close', resolve)
    cut.on('error', () => undefined)
    cut.write(bytes.subarray(0, 1_000))
    while ((await unfinishedUploadBytes(shop.dataDir)) < 1_000);
    const offset = async () => Number((await fetch(address, { headers: authorization() })).headers.get('upload-offset'))
    assert.equal(await offset(), 1_000, 'GET closes an upload that is still open')
    await closed

    const other = (await signUp(shop.url)).idToken
    const theirs = await fetch(address, { headers: { Authorization: `Bearer ${other}` } })
    assert.equal(theirs.headers.get('upload-offset'), '0')

    await shop.kill()
    await shop.startAgain()
    assert.equal(await offset(), 1_000)
    const last = await sendPart(sending(), address, { offset: 1_000, bytes: bytes.subarray(1_000), isLast: true })
    assert.equal(last.status, 201)
  })
})

test('a photo is no longer new once an item is saved with it, but not after a refused item', async () => {
  const { id } = await upload(await phonePhoto(300, 240))
  const isNew = async () =>
    (await readFile(join(shop.dataDir, 'photos', `${id}.json`), 'utf8')).includes('"isNew":true')
  const add = (title: string, photos: string[]) =>
    sendItem(shop.url, idToken, { title, photos }, { 'Idempotency-Key': '"a photo of an item"' })
  assert.equal((await add('Beanie', [id, 'f'.repeat(32)])).status, 422)
  assert.ok(await isNew(), 'listed with an unknown photo')
  const other = await upload(await phonePhoto(310, 240))
  assert.equal((await add('Beanie', [other.id])).status, 201)
  assert.equal((await add('Shawl', [id])).status, 409)
  assert.ok(await isNew(), 'with a key that was used before')
  assert.equal((await sendItem(shop.url, idToken, { title: 'Beanie', photos: [id] })).status, 201)
  assert.equal(await isNew(), false)
})
