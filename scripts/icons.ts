import { mkdir, writeFile } from 'node:fs/promises'

import sharp from 'sharp'

import { renderShare, shareHeight, shareWidth } from './demo/art/share.ts'

// Draws the shop's icons and its link preview into `public/`. Run it after changing the motif below.

const folder = new URL('../public/', import.meta.url)

/** The left leg of a stitch. */
const leg = '<path d="M31.4 54C21 49 8 36.5 8 18.5C8 13.6 11.6 11.8 15.4 15C26 24 31.4 34.5 31.4 54Z"/>'
const rightLeg = `<g transform="matrix(-1 0 0 1 64 0)">${leg}</g>`

/** One stitch in wool, a V of two legs, surrounded by knitting in the background colour. */
function motif(): string {
  const around = [-56, 0, 56].flatMap((right) => [-31, 0, 31].map((down) => `translate(${right} ${down})`))
  const knitting = around.map((place) => `<use href="#s" transform="${place}"/>`).join('')
  return [
    `<defs><g id="s">${leg}${rightLeg}</g></defs>`,
    `<g fill="#b0624a">${knitting}</g>`,
    `<g fill="#f8efdf">${leg}</g><g fill="#ecdcc2">${rightLeg}</g>`,
  ].join('')
}

/** `radius` rounds the corners; `inset` is the margin around the motif, of 64. */
function drawing({ radius, inset }: { radius: number; inset: number }): string {
  const scale = (64 - 2 * inset) / 64
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<clipPath id="a"><rect width="64" height="64" rx="${radius}"/></clipPath>`,
    '<g clip-path="url(#a)"><path fill="#954429" d="M0 0h64v64H0z"/>',
    `<g transform="translate(${inset} ${inset}) scale(${scale})">${motif()}</g></g></svg>\n`,
  ].join('')
}

function png(svg: string, size: number): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  return picture.png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 }).toBuffer()
}

/** The ICO format: a header, an entry of 16 bytes for each picture, then the PNGs themselves. */
function ico(pictures: readonly { size: number; bytes: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [i, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * i
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(bytes.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)])
}

async function share(): Promise<Buffer> {
  const picture = sharp(renderShare(), { raw: { width: shareWidth, height: shareHeight, channels: 3 } })
  return picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer()
}

const rounded = drawing({ radius: 14, inset: 3 })
/** Systems that mask icons need the motif within the middle four fifths. */
const filled = drawing({ radius: 0, inset: 10 })
const small = [16, 32, 48]

await mkdir(folder, { recursive: true })
const files: readonly [name: string, content: string | Buffer][] = [
  ['favicon.svg', rounded],
  ['favicon.ico', ico(await Promise.all(small.map(async (size) => ({ size, bytes: await png(rounded, size) }))))],
  ['apple-touch-icon.png', await png(drawing({ radius: 0, inset: 5 }), 180)],
  ['icon-192.png', await png(rounded, 192)],
  ['icon-512.png', await png(rounded, 512)],
  ['icon-maskable-512.png', await png(filled, 512)],
  ['share.jpg', await share()],
]
for (const [name, content] of files) {
  await writeFile(new URL(name, folder), content)
  process.stdout.write(`public/${name}  ${Buffer.byteLength(content)} bytes\n`)
}
