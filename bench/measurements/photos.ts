import { readFileSync } from 'node:fs'

import sharp from 'sharp'

import { demoItems, readPicture } from '../../scripts/demo/demo-items.ts'
import { addItems, signUp } from '../../test/kit/api-client.ts'
import { uploadPhoto } from '../../test/kit/photos/photos.ts'
import { visitHome } from '../clients/visitor.ts'
import { newItems } from '../data/items.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { memoryBytes } from '../machine/machine.ts'
import { megabytes, milliseconds, quantile, targetOf, toFigure, type Figure } from '../report/figures.ts'
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

  const home = async (signal: AbortSignal) => (await visitHome(shop, 5, signal)).map(({ all }) => all)
  const alone = await home(AbortSignal.timeout(5_000))
  const sent = new AbortController()
  const startedAt = performance.now()
  const [, busy] = await Promise.all([
    Promise.all(jpegs.map((jpeg) => uploadPhoto({ url: shop.url, idToken }, jpeg))).finally(() => sent.abort()),
    home(sent.signal),
  ])
  const rate = (1_000 * count) / (performance.now() - startedAt)
  const bytes = memoryBytes(encoderOf(shop.pid), 'VmHWM')
  const write = (times: readonly number[]) =>
    `${milliseconds(quantile(times, 0.99))} (${milliseconds(Math.max(...times))})`
  return [
    toFigure(
      `photos of 12 megapixels, each into ${2 * 6 + 1} files, with requests for the home page on the same core`,
      rate,
      (value) => `${value.toFixed(2)}/s`,
      { atLeast: 0.1 },
    ),
    {
      what: `home page, p99 (slowest), while ${count} photos are encoded`,
      measured: `${write(busy)} of ${busy.length}`,
      peer: `without encoding ${write(alone)}`,
      ...targetOf(quantile(busy, 0.99), { atMost: 50 }, milliseconds),
    },
    toFigure('peak memory of the encoder', bytes, megabytes, { atMost: 300 * 1024 ** 2 }),
  ]
}

function takePhoto(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize({ width: phoneWidth }).jpeg({ quality: 90 }).toBuffer()
}

/** The id of a shop's encoder: its only child process. */
function encoderOf(shopPid: number): number {
  const [child] = readFileSync(`/proc/${shopPid}/task/${shopPid}/children`, 'utf8').trim().split(' ')
  if (!child) throw new Error('The shop has no encoder.')
  return Number(child)
}
