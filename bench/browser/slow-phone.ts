import type { Page } from './browser.ts'

const bitsPerSecond = { down: 1_600_000, up: 750_000 }

/** What DevTools call slow 4G: bytes a second, and milliseconds until an answer begins. */
export const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: bitsPerSecond.down / 8,
  uploadThroughput: bitsPerSecond.up / 8,
}

/** How much slower than this machine the phone is. */
export const cpuSlowdown = 4

const screen = { width: 360, height: 740, deviceScaleFactor: 3, mobile: true }

/** A tab on a slow network and a small screen that is touched. */
export async function emulatePhone(page: Page): Promise<void> {
  await page.send('Network.enable')
  await page.send('Network.emulateNetworkConditions', slow4G)
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** The same, and each page's main thread is slow as well. Workers are not. */
export async function emulateSlowPhone(page: Page): Promise<void> {
  await emulatePhone(page)
  await page.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
