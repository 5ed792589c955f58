import { wrap, type Pattern } from './pattern.ts'
import { rowHeight } from './stitch.ts'

/** A few knit columns that travel over the fabric together. */
export interface Cord {
  /** Its middle in row `v`, in stitches from the left of the repeat. */
  readonly middle: (v: number) => number
  /** Which cord passes over the other: the one with more. */
  readonly over: (v: number) => number
  /** Half its width in stitches. */
  readonly half: number
}

/** Stitches of cords are counted from here, so that they cannot be mistaken for those of the ground. */
const cordColumns = 100_000

/** Cords over a ground of another pattern, again and again every `width` stitches. */
export function cabled(ground: Pattern, width: number, cords: readonly Cord[]): Pattern {
  return {
    face: (column, row) => (column >= cordColumns / 2 ? 'knit' : ground.face(column, row)),
    shape: (place) => {
      const repeat = Math.floor(place.u / width)
      const top = topCord(cords, place.u - repeat * width, place.v)
      if (top === undefined) {
        place.lift -= 0.25
        ground.shape(place)
        return
      }
      const { cord, index, from, ahead } = top
      place.lift += 0.95 * Math.sqrt(1 - from * from) + 0.45 * cord.over(place.v)
      place.u = cordColumns + wrap(repeat, 100) * 100 + index * 10 + (from + 1) * cord.half
      place.v = (place.v + ahead) * stretch
    },
  }
}

/** Cords are longer than the fabric that they wind over. */
const stretch = 1.08
/** How much of a cord's slope its stitches follow; all of it would swirl where cords bend. */
const lean = 0.5

interface TopCord {
  readonly cord: Cord
  readonly index: number
  /** Place across the cord, from -1 to 1. */
  readonly from: number
  /** Rows from here to where the place is nearest to the cord's middle. */
  readonly ahead: number
}

function topCord(cords: readonly Cord[], at: number, v: number): TopCord | undefined {
  let top: TopCord | undefined
  let topOver = Number.NEGATIVE_INFINITY
  for (const [index, cord] of cords.entries()) {
    const over = cord.over(v)
    if (over <= topOver) continue
    const right = at - cord.middle(v)
    const slope = (lean * (cord.middle(v + 0.2) - cord.middle(v - 0.2))) / 0.4 / rowHeight
    const straight = 1 / (1 + slope * slope)
    const from = (right * Math.sqrt(straight)) / cord.half
    if (Math.abs(from) >= 1) continue
    top = { cord, index, from, ahead: (right * slope * straight) / rowHeight }
    topOver = over
  }
  return top
}

/** Two cords around each other. `middle` and `half` in stitches, `turn` the rows of one turn. */
export function rope(middle: number, half: number, turn: number): Cord[] {
  return [0, Math.PI].map((start) => ({
    middle: (v) => middle + half * Math.cos((2 * Math.PI * v) / turn + start),
    over: (v) => Math.sin((2 * Math.PI * v) / turn + start),
    half,
  }))
}

/** Three cords in a plait. */
export function plait(middle: number, half: number, turn: number): Cord[] {
  return [0, 1, 2].map((third) => {
    const turned = (v: number): number => 2 * Math.PI * (v / turn + third / 3)
    return {
      middle: (v) => middle + 1.75 * half * Math.sin(turned(v)),
      over: (v) => Math.sin(2 * turned(v)),
      half,
    }
  })
}

/** Two narrow cords that part and meet: a chain of diamonds. */
export function diamonds(middle: number, reach: number, half: number, turn: number): Cord[] {
  return [-1, 1].map((side) => ({
    middle: (v) => middle + side * reach * triangle(v / turn),
    over: () => side * 0.4,
    half,
  }))
}

/** From 1 to -1 and back while `turns` goes from 0 to 1, the corners a little round. */
function triangle(turns: number): number {
  return Math.asin(0.97 * Math.cos(2 * Math.PI * turns)) / Math.asin(0.97)
}
