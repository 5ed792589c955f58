import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { chromium } from '@playwright/test'
import sharp from 'sharp'

import { findOrDownloadBrowser } from './test/browser.ts'

// Takes README's picture from a temporary shop with the demo's items: a desktop screenshot with a phone's on top.

const picture = 'docs/shop.jpg'
const desktop = { width: 1440, height: 1000 }
const phone = { width: 360, height: 780 }
const frame = 8
const edge = 48

const dataDir = await mkdtemp(join(tmpdir(), 'stockinette-picture-'))
const port = '3999'
const env = { ...process.env, PORT: port, SHOP_DATA_DIR: dataDir, SHOP_ORIGIN: `http://localhost:${port}` }
const shop = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
try {
  for await (const line of createInterface(shop.stdout)) if (line.includes(' is open at ')) break
  execFileSync(process.execPath, ['scripts/demo/demo.ts'], { env, stdio: 'inherit' })
  const wide = await view(desktop)
  const framed = await sharp(await view(phone))
    .extend({ top: frame, bottom: frame, left: frame, right: frame, background: '#2c221b' })
    .toBuffer()
  await sharp(wide)
    .composite([{ input: framed, left: desktop.width - phone.width - edge, top: desktop.height - phone.height - edge }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(picture)
} finally {
  shop.kill('SIGTERM')
  await once(shop, 'exit')
  await rm(dataDir, { recursive: true })
}

async function view(viewport: { width: number; height: number }): Promise<Buffer> {
  const browser = await chromium.launch({
    executablePath: findOrDownloadBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport })
    await page.goto(`http://localhost:${port}/`, { waitUntil: 'networkidle' })
    return await page.screenshot()
  } finally {
    await browser.close()
  }
}
