import { paintBeanie } from '../garments/beanie.ts'
import { cabled, rope } from '../knitting/cable.ts'
import { frost } from '../knitting/charts.ts'
import { reverse, rib, stockinette } from '../knitting/pattern.ts'
import { charted, heathered, plain, wool } from '../knitting/yarn.ts'
import type { Look } from './look.ts'

const ropes = cabled(reverse, 9, rope(4.5, 1.6, 13))

export const pompomBeanie: Look = {
  wall: '#e9dfd0',
  paint: (canvas) => {
    const yarn = heathered(wool.rust, wool.terracotta)
    const pompom = [wool.ivory, wool.oat]
    paintBeanie(canvas, { pattern: stockinette, yarn, brimYarn: yarn, gauge: 21, pompom, seed: 14 })
  },
}

export const frostBeanie: Look = {
  wall: '#e2dacb',
  paint: (canvas) => {
    const main = plain(wool.moss)
    const yarn = charted(frost, { a: wool.ivory, b: wool.oat }, -21, main)
    const shape = { gauge: 19, brimTall: 140, tall: 545, seed: 44 }
    paintBeanie(canvas, { pattern: stockinette, yarn, brimYarn: main, ...shape })
  },
}

export const cableBeanie: Look = {
  wall: '#dcd3c4',
  paint: (canvas) => {
    const yarn = plain(wool.denim)
    const brim = { brimYarn: yarn, brimPattern: rib(2, 2), brimTall: 130 }
    paintBeanie(canvas, { pattern: ropes, yarn, ...brim, gauge: 17, seed: 104 })
  },
}

export const watchBeanie: Look = {
  wall: '#e1d7c8',
  paint: (canvas) => {
    const yarn = heathered(wool.charcoal, wool.pebble, 0.14)
    paintBeanie(canvas, { pattern: rib(1, 1), yarn, brimYarn: yarn, brimTall: 190, tall: 520, gauge: 19, seed: 134 })
  },
}
