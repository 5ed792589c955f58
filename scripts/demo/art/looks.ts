import { photoHeight, photoWidth } from '../../../src/domain/photo.ts'
import { toBytes } from './drawing/canvas.ts'
import { light } from './drawing/color.ts'
import { cableBeanie, frostBeanie, pompomBeanie, watchBeanie } from './looks/beanies.ts'
import type { Look } from './looks/look.ts'
import { garterScarf, seedCowl, shawl, stripedScarf } from './looks/scarves.ts'
import { mittens, socks } from './looks/small-pieces.ts'
import { aranSweater, cardigan, ribbedTurtleneck, yokeSweater } from './looks/sweaters.ts'
import { setUp } from './studio.ts'

const looks = {
  aranSweater,
  cableBeanie,
  cardigan,
  frostBeanie,
  garterScarf,
  mittens,
  pompomBeanie,
  ribbedTurtleneck,
  seedCowl,
  shawl,
  socks,
  stripedScarf,
  watchBeanie,
  yokeSweater,
} satisfies Record<string, Look>

export type LookName = keyof typeof looks

/** A photo of the item, as red, green and blue bytes; always the same. */
export function render(name: LookName): Uint8Array {
  const look: Look = looks[name]
  const canvas = setUp(photoWidth, photoHeight, light(look.wall))
  look.paint(canvas)
  return toBytes(canvas)
}
