import { createCanvas, toBytes } from './drawing/canvas.ts'
import { blend } from './drawing/color.ts'
import { outlineRegion } from './drawing/region.ts'
import { band } from './knitting/charts.ts'
import { layFabric } from './knitting/fabric.ts'
import { stockinette } from './knitting/pattern.ts'
import { draped, straight } from './knitting/weave.ts'
import { charted, plain, wool } from './knitting/yarn.ts'

export const shareWidth = 1200
export const shareHeight = 630

/** The shop's own picture: a band of colour-work in soft folds, as red, green and blue bytes. */
export function renderShare(): Uint8Array {
  const canvas = createCanvas(shareWidth, shareHeight)
  const gauge = 25
  const region = outlineRegion([
    [-90, -90],
    [shareWidth + 90, -90],
    [shareWidth + 90, shareHeight + 90],
    [-90, shareHeight + 90],
  ])
  const yarns = { a: wool.rust, b: wool.ivory, c: wool.navy, d: wool.mustard }
  const yarn = charted(band, yarns, -Math.ceil(band.length / 2), plain(blend(wool.ivory, wool.oat, 0.5)))
  const weave = straight([shareWidth / 2 + gauge / 2, shareHeight / 2], gauge, -0.04, draped(46, 5))
  layFabric(canvas, { region, weave, pattern: stockinette, yarn, gauge, seed: 5 }, [])
  return toBytes(canvas)
}
