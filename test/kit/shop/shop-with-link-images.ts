/**
 * The built shop with test images for link previews at `/photos/<name>.jpg`: a good one, and one for each fault that the
 * check of links finds. The shop's own listener serves them, as it does photos.
 */
import type { RequestListener } from 'node:http'

import sharp from 'sharp'

import { openShop } from '../../../server.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/log.ts'
import type { PagesModule } from '../../../src/pages/page.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a05a3c' } }).jpeg()
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const

const jpeg = { 'Content-Type': 'image/jpeg', 'Cache-Control': 'public, max-age=31536000, immutable' }

async function serve(type: string, bytes: Promise<Buffer> | string): Promise<RequestListener> {
  const body = await bytes
  return (_, response) => response.writeHead(200, { ...jpeg, 'Content-Type': type }).end(body)
}

/** By name; any other name is answered 404. */
const images: Readonly<Record<string, RequestListener>> = {
  good: await serve('image/jpeg', plain(1200, 630).toBuffer()),
  large: await serve(
    'image/png',
    sharp({ create: { width: 700, height: 700, channels: 3, background: '#a05a3c', noise } })
      .png()
      .toBuffer(),
  ),
  tiny: await serve('image/jpeg', plain(120, 80).toBuffer()),
  narrow: await serve('image/jpeg', plain(1500, 300).toBuffer()),
  page: await serve('text/html', '<!doctype html><h1>Please sign in</h1>'),
  moved: (_, response) => response.writeHead(302, { Location: '/photos/good.jpg' }).end(),
  slow: (_, response) => response.writeHead(200, jpeg).write('\xFF\xD8'),
}

const builtPages = '../../../build/server/index.js'
const { createPages } = (await import(builtPages)) as PagesModule
const config = readConfig(process.env)
const wrap =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const [, name = ''] = /^\/photos\/(\w+)\.jpg$/.exec(request.url ?? '') ?? []
    const image = images[name] ?? listener
    image(request, response)
  }
const shop = await openShop(config, createLog(), createPages, { wrap })
process.stdout.write(`${config.shop.name} is open at ${shop.url}\n`)
process.once('SIGTERM', () => process.disconnect?.())
// Also when the parent process is gone.
process.once('disconnect', () => void shop.close())
