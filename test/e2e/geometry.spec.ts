import type { NewItem } from '../kit/api-client.ts'
import { expectSoundGeometry } from '../kit/browser/geometry.ts'
import { isLive } from '../kit/browser/home-page.ts'
import { newShopPageStates, pageStates } from '../kit/browser/page-states.ts'
import { test } from '../kit/browser/shop-fixtures.ts'
import { beanie } from '../kit/sample-items.ts'

/** An ordinary piece, in three colours. */
const yoke: NewItem = {
  ...beanie,
  title: 'Midnight Yoke Sweater',
  category: 'Sweaters',
  size: 'S / M / L',
  color: 'Navy, ivory, mustard',
}

test.describe('The geometry of every page in every state', () => {
  test.use({ allowedErrors: /status of 4(?:03|04|10)|net::ERR/ })
  test.slow()

  for (const [stock, states] of [
    ['shared', pageStates],
    ['empty', newShopPageStates],
  ] as const) {
    test.describe(stock === 'empty' ? 'in a new shop' : 'in any shop', () => {
      test.use({ stock })

      for (const [screen, open] of Object.entries(states)) {
        test(`'${screen}': no texts overlap, nothing is cut or wider than the window`, async ({ page, shop }) => {
          await page.emulateMedia({ reducedMotion: 'reduce' })
          await open({ page, shop, newItem: yoke })
          await isLive(page)
          await expectSoundGeometry(page)
        })
      }
    })
  }
})
