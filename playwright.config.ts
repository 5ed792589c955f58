import { defineConfig } from '@playwright/test'

import { findBrowser } from './scripts/test/browser.ts'
import { disabledFeatures } from './scripts/test/chromium-features.ts'
import { findFirestoreEmulator } from './scripts/test/firestore-emulator.ts'
import { userAgent, type ShopOptions } from './test/kit/browser/shop-fixtures.ts'

const executablePath = findBrowser()

/** These need Google's Firestore emulator. */
const cloudTests = /(?:three-processes|google-popup)\.spec\.ts$/

/** The browser tests: the built shop in a real Chromium, on loopback alone. */
export default defineConfig<ShopOptions>({
  testDir: 'test/e2e',
  testIgnore: findFirestoreEmulator() === undefined ? cloudTests : [],
  outputDir: 'test-results/e2e',
  globalSetup: './test/kit/browser/global-setup.ts',
  // On two cores: tests also wait for animations, reconnections and timeouts.
  workers: 3,
  // A file stays in one worker, so that its tests share one 'shared' shop and not one for each worker.
  fullyParallel: false,
  retries: 0,
  // Limits for what hangs, not for what is slow: the machine may have other work.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // Both tell at the end what failed, where a log that is cut short still has it.
  reporter: [[process.env['CI'] ? 'dot' : 'list'], ['./scripts/verify/failed-browser-tests.ts']],
  forbidOnly: Boolean(process.env['CI']),
  use: {
    browserName: 'chromium',
    locale: 'en',
    userAgent,
    screenshot: 'only-on-failure',
    // Tests do not wait for what moves. Those of moving parts ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without one, the global setup brings it before a worker reads this again.
      ...(executablePath !== undefined && { executablePath }),
      args: [
        `--disable-features=${disabledFeatures.join(',')}`,
        '--disable-gpu',
        '--disable-quic',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
