import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'

import sharp from 'sharp'

import { avifWidths, photoHeight, photoWidth } from '../../src/domain/photo.ts'
import { openDiskStore } from '../../src/photos/storage/disk-store.ts'
import { render } from './art/looks.ts'
import { encode, remove, save } from './photos.ts'

/** Most bytes of an AVIF, by its width. */
const avifBudgets = { 480: 20_000, 960: 70_000 }
const jpegBudget = 250_000

/** The aran sweater is the piece with the most stitches to see, and so the most bytes. */
const looks = ['aranSweater', 'watchBeanie'] as const

describe('photos of the demo', { concurrency: false }, () => {
  for (const look of looks) {
    it(`${look} is always the same picture, within its budget, and served by the shop`, async (t) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
      t.after(() => rm(dataDir, { recursive: true }))
      const photo = await encode(render(look))
      assert.equal((await encode(render(look))).jpegName, photo.jpegName)

      await save(photo, dataDir)
      const store = await openDiskStore(join(dataDir, 'photos'))
      const sizes: number[] = []
      for (const [name, bytes] of photo.files) {
        const file = await store.get(name)
        assert.deepEqual(Buffer.from(file ?? []), Buffer.from(bytes))
        const { width, height } = await sharp(bytes).metadata()
        assert.equal(height, (width / photoWidth) * photoHeight)
        sizes.push(bytes.length)
      }
      const [jpeg = 0, ...avifs] = sizes
      assert.ok(jpeg <= jpegBudget, `${jpeg} bytes`)
      for (const [i, width] of avifWidths.entries()) {
        assert.ok((avifs[i] ?? 0) <= avifBudgets[width], `${avifs[i]} bytes at ${width}`)
      }
    })
  }

  it('are kept for their owner alone, and go without a trace', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
    t.after(() => rm(dataDir, { recursive: true }))
    const photo = { jpegName: 'a.jpg', files: new Map([['a.jpg', new Uint8Array([1, 2, 3])]]) }
    await save(photo, dataDir)
    const folder = join(dataDir, 'photos')
    assert.deepEqual(await readdir(folder), ['a.jpg'])
    if (process.platform !== 'win32') {
      assert.equal((await stat(folder)).mode & 0o777, 0o700)
      assert.equal((await stat(join(folder, 'a.jpg'))).mode & 0o777, 0o600)
    }
    await remove(photo, dataDir)
    assert.deepEqual(await readdir(folder), [])
  })
})
