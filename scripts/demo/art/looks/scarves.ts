import { paintCowl } from '../garments/cowl.ts'
import { paintHungScarf } from '../garments/hung-scarf.ts'
import { paintLoopedScarf } from '../garments/looped-scarf.ts'
import { paintShawl } from '../garments/shawl.ts'
import { garter, seed, stockinette } from '../knitting/pattern.ts'
import { plain, striped, wool, type Yarn } from '../knitting/yarn.ts'
import type { Look } from './look.ts'

export const garterScarf: Look = {
  wall: '#ddd6ca',
  paint: (canvas) => {
    paintLoopedScarf(canvas, { pattern: garter, yarn: plain(wool.mustard), fringe: wool.mustard, gauge: 20, seed: 24 })
  },
}

export const stripedScarf: Look = {
  wall: '#e4dacb',
  paint: (canvas) => {
    const yarn = striped([10, wool.ivory], [4, wool.rust], [2, wool.ivory], [4, wool.navy])
    paintHungScarf(canvas, { pattern: stockinette, yarn, fringe: wool.ivory, gauge: 18, seed: 4 })
  },
}

export const seedCowl: Look = {
  wall: '#eae0d6',
  paint: (canvas) => {
    paintCowl(canvas, { pattern: seed, yarn: plain(wool.rose), gauge: 22, seed: 54 })
  },
}

export const shawl: Look = {
  wall: '#e6dccf',
  paint: (canvas) => {
    const bands: Yarn = (_, row) => (row > -9 || (row > -19 && row <= -15) ? wool.cocoa : wool.oat)
    paintShawl(canvas, { pattern: garter, yarn: bands, tassel: wool.cocoa, gauge: 15, seed: 124 })
  },
}
