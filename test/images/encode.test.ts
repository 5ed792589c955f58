import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import sharp, { type Sharp } from 'sharp'

import { photoLimits, previewSize, readPhoto } from '../../src/domain/photo.ts'
import { decode, fromPixels } from '../../src/photos/encoder/decode.ts'
import { encode } from '../../src/photos/encoder/encode.ts'

const size = { width: 200, height: 100 }
const red = { r: 200, g: 30, b: 30 }

function filled(background: { r: number; g: number; b: number; alpha?: number }): Sharp {
  return sharp({ create: { ...size, channels: background.alpha === undefined ? 3 : 4, background } })
}

/** The colour in the middle of the decoded picture. */
async function colorOf(picture: Sharp): Promise<number[]> {
  const { width, height, data } = await decode(await picture.toBuffer())
  assert.deepEqual({ width, height }, size)
  assert.equal(data.length, width * height * 3)
  return [...data.subarray((width * height * 3) / 2, (width * height * 3) / 2 + 3)]
}

function assertNear(actual: readonly number[], expected: readonly number[]): void {
  const isNear = actual.every((value, i) => Math.abs(value - (expected[i] ?? NaN)) <= 12)
  assert.ok(isNear, `${actual.join(' ')} is not near ${expected.join(' ')}`)
}

describe('decode: returns RGB for every colour format', () => {
  const grey = [83, 83, 83]
  for (const [what, picture, expected] of [
    ['JPEG', filled(red).jpeg(), [200, 30, 30]],
    ['grey JPEG', filled({ r: 83, g: 83, b: 83 }).greyscale().jpeg(), grey],
    ['CMYK JPEG', filled({ r: 150, g: 120, b: 100 }).toColourspace('cmyk').jpeg(), [150, 120, 100]],
    ['progressive JPEG', filled(red).jpeg({ progressive: true }), [200, 30, 30]],
    ['16-bit PNG', filled(red).toColourspace('rgb16').png(), [200, 30, 30]],
    ['PNG with a palette', filled(red).png({ palette: true }), [200, 30, 30]],
    ['grey PNG', filled({ r: 83, g: 83, b: 83 }).greyscale().png(), grey],
    ['transparent PNG', filled({ ...red, alpha: 0 }).png(), [255, 255, 255]],
    ['semi-transparent WebP', filled({ ...red, alpha: 0.5 }).webp({ lossless: true }), [228, 142, 142]],
    ['AVIF', filled(red).avif(), [200, 30, 30]],
    ['GIF', filled(red).gif(), [200, 30, 30]],
  ] as const) {
    test(what, async () => assertNear(await colorOf(picture), expected))
  }

  test('JPEG with a wide colour profile: the profile is removed, the colours stay', async () => {
    const wide = await filled({ r: 120, g: 140, b: 60 }).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    assertNear(await colorOf(sharp(wide).keepIccProfile().jpeg({ quality: 100 })), [120, 140, 60])
  })

  for (const profile of ['srgb', 'p3'] as const) {
    test(`16-bit PNG with the profile ${profile}: the profile is removed, the colours stay`, async () => {
      const deep = filled({ r: 120, g: 200, b: 60 }).toColourspace('rgb16').withIccProfile(profile)
      assert.equal((await sharp(await deep.clone().png().toBuffer()).metadata()).hasProfile, true)
      assertNear(await colorOf(deep.png()), [120, 200, 60])
    })
  }

  test('the first frame of an animation', async () => {
    const frames = await Promise.all([red, { r: 0, g: 0, b: 250 }].map((color) => filled(color).png().toBuffer()))
    for (const format of ['gif', 'webp'] as const) {
      assertNear(await colorOf(sharp(frames, { join: { animated: true } }).toFormat(format)), [200, 30, 30])
    }
  })
})

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
  test(`decode: a photo with EXIF orientation ${orientation} comes out upright`, async () => {
    const taken = await filled(red).withMetadata({ orientation }).jpeg().toBuffer()
    const { width, height } = await decode(taken)
    assert.deepEqual([width, height], orientation < 5 ? [200, 100] : [100, 200])
  })
}

test('encode: the link preview image is within its size limit, even for noise', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const picture = sharp({ create: { width: 560, height: 400, channels: 3, background: red, noise } })
  const { files } = await encode(await decode(await picture.jpeg({ quality: 95 }).toBuffer()))
  const preview = new Map(files).get('.jpg') ?? Buffer.alloc(0)
  assert.ok(preview.length > 50_000 && preview.length <= previewSize.bytes, String(preview.length))
})

test('encode: the link preview image is 1200 × 630 for any photo', async () => {
  for (const [width, height] of [
    [64, 64],
    [100, 600],
    [600, 100],
  ] as const) {
    const { files } = await encode({ width, height, data: Buffer.alloc(width * height * 3, 90) })
    const found = await sharp(new Map(files).get('.jpg')).metadata()
    assert.deepEqual([found.width, found.height], [previewSize.width, previewSize.height])
  }
})

test('encode: a placeholder has the average colour of its photo', async () => {
  const { placeholder } = await encode({ ...size, data: await filled(red).raw().toBuffer() })
  assert.ok(placeholder.length < 160, String(placeholder.length))
  const tiny = Buffer.from(placeholder.split(',')[1] ?? '', 'base64')
  const { data, info } = await sharp(tiny).raw().toBuffer({ resolveWithObject: true })
  assertNear(
    [
      ...(await fromPixels({ ...info, data })
        .resize(1, 1)
        .raw()
        .toBuffer()),
    ],
    [200, 30, 30],
  )
})

test('encode: a placeholder is one that the shop reads, even of a high photo of noise', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 1000 } as const // Hardly anything but black and the brightest colours.
  for (const height of [24, 8 * photoLimits.maxAspect]) {
    const picture = sharp({ create: { width: 8, height, channels: 3, background: red, noise } })
    const high = picture.resize({ width: 80, height: height * 10, kernel: 'nearest' })
    const { files: _files, ...encoded } = await encode(await decode(await high.png().toBuffer()))
    assert.ok(readPhoto({ ...encoded, id: '0'.repeat(32) }), `80 × ${height * 10}: ${encoded.placeholder}`)
  }
})
