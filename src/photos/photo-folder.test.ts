import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createPhotoFolder } from './photo-folder.ts'

const name = '0123456789abcdef0123456789abcdef'
const other = 'fedcba9876543210fedcba9876543210'

/** Files that are there for a hostile name to find. */
const hidden = [
  'secret.jpg',
  `${name}.jpg`,
  'photos/secret.jpg',
  `photos/${name}.png`,
  `photos/${name}.svg`,
  `photos/${name}`,
  `photos/${name}-481.avif`,
  `photos/.${name}.jpg`,
  `photos/nested/${name}.jpg`,
]

const hostileNames = [
  '',
  '.',
  '..',
  '../secret.jpg',
  `../${name}.jpg`,
  `..\\${name}.jpg`,
  `%2e%2e%2f${name}.jpg`,
  `..%2f${name}.jpg`,
  `./${name}.jpg`,
  `/${name}.jpg`,
  `nested/${name}.jpg`,
  `${name}.jpg/`,
  `${name}.jpg/..`,
  `${name}.jpg\0`,
  `${name}\0.jpg`,
  `${name}.jpg\n`,
  `\n${name}.jpg`,
  `${name}.jpg\u2028`,
  `${name}.jpg `,
  `${name}.JPG`,
  `${name.toUpperCase()}.jpg`,
  `${name}.jpg.svg`,
  `${name}.png`,
  `${name}.svg`,
  `${name}.html`,
  name,
  `${name}.avif`,
  `${name}-481.avif`,
  `${name}-480.jpg`,
  `${name}-480-480.avif`,
  `-${name}.jpg`,
  `.${name}.jpg`,
  `${name}0.jpg`,
  `${name.slice(1)}.jpg`,
  'secret.jpg',
  `C:${name}.jpg`,
  `file:///${name}.jpg`,
  'con.jpg',
  '０'.repeat(32) + '.jpg',
  `${'0'.repeat(100_000)}.jpg`,
]

describe('photo folder', () => {
  let dataDir = ''
  const put = (path: string, content: string) => writeFile(join(dataDir, path), content)

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'photos-'))
    await mkdir(join(dataDir, 'photos', 'nested'), { recursive: true })
    await mkdir(join(dataDir, 'photos', `${other}.jpg`))
    for (const path of hidden) await put(path, 'not for anyone')
    await put(`photos/${name}.jpg`, 'a jpeg')
    await put(`photos/${name}-480.avif`, 'an avif')
  })
  after(() => rm(dataDir, { recursive: true }))

  for (const [file, type, content] of [
    [`${name}.jpg`, 'image/jpeg', 'a jpeg'],
    [`${name}-480.avif`, 'image/avif', 'an avif'],
  ] as const) {
    it(`opens ${file} as ${type}`, async () => {
      const photo = await createPhotoFolder(dataDir).open(file)
      assert.equal(photo?.type, type)
      assert.equal(photo.size, content.length)
      assert.equal(await new Response(photo.stream).text(), content)
    })
  }

  it('has no file that is not there, and no folder that looks like a file', async () => {
    const photos = createPhotoFolder(dataDir)
    assert.equal(await photos.open(`${other}-960.avif`), undefined)
    assert.equal(await photos.open(`${other}.jpg`), undefined)
    assert.equal(await createPhotoFolder(join(dataDir, 'nowhere')).open(`${name}.jpg`), undefined)
  })

  it('says that the storage is at fault when it is', async () => {
    const tooLong = join(dataDir, 'x'.repeat(300))
    await assert.rejects(createPhotoFolder(tooLong).open(`${name}.jpg`), { code: 'storage-unavailable' })
  })

  it('keeps no file open for an answer that nobody reads', { skip: process.platform !== 'linux' }, async () => {
    const openFiles = async () => (await readdir('/proc/self/fd')).length
    const atFirst = await openFiles()
    const photos = createPhotoFolder(dataDir)
    const unread = await Promise.all(Array.from({ length: 50 }, () => photos.open(`${name}.jpg`)))
    const cancelled = await photos.open(`${name}.jpg`)
    await cancelled?.stream.cancel()
    assert.equal(unread.length, 50)
    assert.ok((await openFiles()) < atFirst + 10)
  })

  for (const hostile of hostileNames) {
    it(`does not open ${JSON.stringify(hostile.slice(0, 60))}`, async () => {
      assert.equal(await createPhotoFolder(dataDir).open(hostile), undefined)
    })
  }
})
