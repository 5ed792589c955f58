import type { Page } from './browser.ts'

const bitsPerSecond = { down: 1_600_000, up: 750_000 }

/** "Slow 4G" of Chrome's DevTools: throughput in bytes a second, latency in milliseconds. */
export const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: bitsPerSecond.down / 8,
  uploadThroughput: bitsPerSecond.up / 8,
}

/** How many times slower than this machine the phone is. */
export const cpuSlowdown = 4

const screen = { width: 360, height: 740, deviceScaleFactor: 3, mobile: true }

/** Emulates a slow network and a small touch screen. */
export async function emulatePhone(page: Page): Promise<void> {
  await page.send('Network.enable')
  await page.send('Network.emulateNetworkConditions', slow4G)
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** Like {@link emulatePhone}, with a slow main thread in each page. Workers are not slowed down. */
export async function emulateSlowPhone(page: Page): Promise<void> {
  await emulatePhone(page)
  await page.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}
