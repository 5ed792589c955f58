import { execFileSync } from 'node:child_process'

import { chromium } from '@playwright/test'
import sharp from 'sharp'

import { startShop } from '../test/kit/shop/shop-process.ts'
import { findFreePort } from './free-ports.ts'
import { findOrDownloadBrowser } from './test/browser.ts'

// Takes README's picture from a temporary shop with the demo's items: a desktop screenshot with a phone's on top.

const picture = 'docs/shop.jpg'
const desktop = { width: 1440, height: 1000 }
const phone = { width: 360, height: 780 }
const frame = 8
const edge = 48

const port = String(await findFreePort())
await using shop = await startShop({
  env: {
    PORT: port,
    SHOP_ORIGIN: `http://localhost:${port}`,
    SHOP_WHATSAPP: '+94 77 123 4568',
    SHOP_WHO_MAY_ADD: 'anyone',
  },
})
execFileSync(process.execPath, ['scripts/demo/demo.ts'], { env: { ...process.env, PORT: port }, stdio: 'inherit' })
await using browser = await chromium.launch({
  executablePath: findOrDownloadBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const wide = await view(desktop)
const framed = await sharp(await view(phone))
  .extend({ top: frame, bottom: frame, left: frame, right: frame, background: '#2c221b' })
  .toBuffer()
await sharp(wide)
  .composite([{ input: framed, left: desktop.width - phone.width - edge, top: desktop.height - phone.height - edge }])
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(picture)

async function view(viewport: { width: number; height: number }): Promise<Buffer> {
  const page = await browser.newPage({ viewport })
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  return page.screenshot()
}
