import { paintMittens } from '../garments/mittens.ts'
import { paintSocks } from '../garments/socks.ts'
import { snow } from '../knitting/charts.ts'
import { stockinette } from '../knitting/pattern.ts'
import { charted, plain, wool, type Yarn } from '../knitting/yarn.ts'
import type { Look } from './look.ts'

export const mittens: Look = {
  wall: '#ded5c7',
  paint: (canvas) => {
    const main = plain(wool.berry)
    const flakes = Array.from({ length: 7 }, () => snow).flat()
    const yarn = charted(flakes, { a: wool.ivory }, -38, main)
    const yarns = { yarn, thumbYarn: main, cuffYarn: plain(wool.ivory) }
    paintMittens(canvas, { pattern: stockinette, ...yarns, gauge: 17, seed: 74 })
  },
}

export const socks: Look = {
  wall: '#e8dfd2',
  paint: (canvas) => {
    const yarn: Yarn = (column, row) => (row > 50 || isHeel(column, row) ? wool.terracotta : wool.oat)
    paintSocks(canvas, { pattern: stockinette, yarn, cuffYarn: plain(wool.terracotta), gauge: 14, seed: 114 })
  },
}

function isHeel(column: number, row: number): boolean {
  return row > 22 && row < 40 && column >= Math.abs(row - 31) * 0.45 - 1
}
