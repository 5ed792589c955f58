import { paintCardigan } from '../garments/cardigan.ts'
import { paintSweater } from '../garments/sweater.ts'
import { cabled, plait } from '../knitting/cable.ts'
import { diamonds } from '../knitting/charts.ts'
import { moved, reverse, rib, stockinette } from '../knitting/pattern.ts'
import { draped } from '../knitting/weave.ts'
import { charted, heathered, plain, wool } from '../knitting/yarn.ts'
import { yoke } from '../knitting/yoke.ts'
import type { Look } from './look.ts'

const plaits = cabled(reverse, 14, plait(7, 1.5, 16))

export const aranSweater: Look = {
  wall: '#e3d8c8',
  paint: (canvas) => {
    const yarn = plain(wool.ivory)
    const sleevePattern = moved(plaits, 7)
    paintSweater(canvas, { pattern: plaits, sleevePattern, yarn, ribYarn: yarn, gauge: 15, seed: 4 }, 'crew')
  },
}

export const yokeSweater: Look = {
  wall: '#e6ddd2',
  paint: (canvas) => {
    const main = heathered(wool.navy, wool.denim)
    const yarn = charted(diamonds, { a: wool.mustard, b: wool.ivory }, -12, main)
    const bodyWeave = yoke([480, 196], 262, 15, draped(26, 34))
    const yarns = { yarn, sleeveYarn: main, ribYarn: main }
    paintSweater(canvas, { pattern: stockinette, ...yarns, gauge: 15, bodyWeave, seed: 34 }, 'crew')
  },
}

export const ribbedTurtleneck: Look = {
  wall: '#ebe2d5',
  paint: (canvas) => {
    const yarn = heathered(wool.camel, wool.oat, 0.2)
    paintSweater(canvas, { pattern: rib(2, 1), yarn, ribYarn: yarn, gauge: 16, seed: 94 }, 'turtle')
  },
}

export const cardigan: Look = {
  wall: '#e5dccf',
  paint: (canvas) => {
    const yarn = heathered(wool.sage, wool.pebble, 0.3)
    paintCardigan(canvas, { pattern: stockinette, yarn, ribYarn: yarn, gauge: 16, seed: 64 }, wool.cocoa)
  },
}
