import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import sharp from 'sharp'

import { demoItems } from '../../scripts/demo/demo-items.ts'
import { readPicture } from '../../scripts/demo/photos.ts'
import { cardSize, photoUrl, type Photo } from '../../src/domain/photo.ts'
import { addItems, signUp } from '../../test/kit/api-client.ts'
import { sendPhoto } from '../../test/kit/photos/photos.ts'
import { Visitor } from '../clients/visitor.ts'
import { newItems } from '../data/items.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { kilobytes, megabytes, milliseconds, type Figure } from '../report/figure.ts'
import { quantile } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

const count = 10
/** The width of a photo of 12 megapixels, as phones take them. */
const phoneWidth = 3_098

/**
 * Sends photos from phones, all at once, to a shop with one core for pages and for encoding, and measures how long its
 * home page takes meanwhile.
 */
export async function measurePhotos(): Promise<Figure[]> {
  const jpegs: Buffer[] = []
  for (const { picture } of demoItems.slice(0, count)) jpegs.push(await takePhoto(await readPicture(picture)))
  await using shop = await startShop({ isMeasured: true })
  await addItems(shop.url, newItems())
  const { idToken } = await signUp(shop.url)
  await waitForIdleMachine()

  const alone = await requestHomeDuring(shop.port, setTimeout(5_000))
  const startedAt = performance.now()
  const sending = Promise.all(jpegs.map((jpeg) => upload(shop.url, idToken, jpeg)))
  const busy = await requestHomeDuring(shop.port, sending)
  const photos = await sending
  const seconds = (performance.now() - startedAt) / 1000
  const bytes = peakBytes(encoderOf(shop.pid))
  const cards = await Promise.all(photos.map(({ id }) => sizeOf(shop.url + photoUrl(id, cardSize.width, 'avif'))))
  const p99 = quantile(busy, 0.99)
  const largestCard = Math.max(...cards)
  return [
    {
      what: `photos of 12 megapixels, each into ${2 * 6 + 1} files, with requests for the home page on the same core`,
      measured: `${(count / seconds).toFixed(2)}/s`,
      target: '≥ 0.1/s',
      isMet: count / seconds >= 0.1,
    },
    {
      what: `home page, p99 (slowest), while ${count} photos are encoded`,
      measured: `${milliseconds(p99)} (${milliseconds(Math.max(...busy))}) of ${busy.length}`,
      peer: `without encoding ${milliseconds(quantile(alone, 0.99))} (${milliseconds(Math.max(...alone))})`,
      target: 'p99 < 50 ms',
      isMet: p99 < 50,
    },
    {
      what: 'peak memory of the encoder',
      measured: megabytes(bytes),
      target: '≤ 300 MB',
      isMet: bytes <= 300 * 1024 ** 2,
    },
    {
      what: `a card’s photo of ${cardSize.width} pixels, the largest (median) of ${count}`,
      measured: `${kilobytes(largestCard)} (${kilobytes(quantile(cards, 0.5))})`,
      target: `≤ ${kilobytes(20 * 1024)}`,
      isMet: largestCard <= 20 * 1024,
    },
  ]
}

function takePhoto(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize({ width: phoneWidth }).jpeg({ quality: 90 }).toBuffer()
}

async function upload(url: string, idToken: string, jpeg: Buffer): Promise<Photo> {
  const answer = await sendPhoto({ url, idToken }, new Uint8Array(jpeg))
  if (answer.status !== 201) throw new Error(`Sending a photo failed: ${await answer.text()}`)
  return (await answer.json()) as Photo
}

/** Requests the home page again and again until `work` is done. @returns the response times in milliseconds. */
async function requestHomeDuring(port: number, work: Promise<unknown>): Promise<number[]> {
  using visitor = new Visitor(port)
  const took: number[] = []
  const state = { isDone: false }
  const ended = work.finally(() => (state.isDone = true))
  while (!state.isDone) {
    took.push((await visitor.open('/')).ms)
    await setTimeout(5)
  }
  await ended
  return took
}

async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  return (await answer.arrayBuffer()).byteLength
}

/** The id of a shop's encoder: its only child process. */
function encoderOf(shopPid: number): number {
  const [child] = readFileSync(`/proc/${shopPid}/task/${shopPid}/children`, 'utf8').trim().split(' ')
  if (!child) throw new Error('The shop has no encoder.')
  return Number(child)
}

/** The peak resident memory of a process, in bytes. */
function peakBytes(pid: number): number {
  const kb = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kb === undefined) throw new Error(`Process ${pid} has no VmHWM.`)
  return Number(kb) * 1024
}
