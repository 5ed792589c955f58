import { createCanvas, eachPixel, grow, lay, type Canvas } from './drawing/canvas.ts'
import type { Light } from './drawing/color.ts'
import { clamp, hills, ramp } from './drawing/noise.ts'
import type { Region } from './drawing/region.ts'

/** A plain wall in soft light from the upper left, a little darker towards the corners. */
export function setUp(width: number, height: number, backdrop: Light): Canvas {
  const canvas = createCanvas(width, height)
  eachPixel(canvas, { left: 0, top: 0, right: width, bottom: height }, (x, y, at) => {
    const right = x / width
    const down = y / height
    const fromLamp = Math.hypot(right - 0.36, (down - 0.32) * 1.15)
    const plaster = 0.012 * hills(x / 190, y / 150, 71) + 0.008 * hills(x / 61, y / 53, 72)
    lay(canvas, at, backdrop, 1.08 - 0.22 * fromLamp ** 1.7 + plaster, 1)
  })
  return canvas
}

export interface Shadow {
  /** The offset to the right and down, in pixels. */
  readonly right: number
  readonly down: number
  /** The width of its soft edge, in pixels. */
  readonly blur: number
  /** From 0, no shadow, to 1, black. */
  readonly strength: number
}

/** The shadow of an object some ten centimetres thick: a wide soft shadow, and a dark line of contact. */
export const resting: readonly Shadow[] = [
  { right: 26, down: 34, blur: 58, strength: 0.34 },
  { right: 7, down: 10, blur: 15, strength: 0.34 },
]

/** What one layer of knitting throws on the next. */
export const layered: readonly Shadow[] = [
  { right: 9, down: 12, blur: 22, strength: 0.3 },
  { right: 2, down: 3, blur: 7, strength: 0.36 },
]

/** The shadow between two parts of one garment. */
export const seam: readonly Shadow[] = [{ right: 2, down: 3, blur: 9, strength: 0.4 }]

/** Light that is left in a full shadow, warm as everything in the room. */
const remains: Light = [0.16, 0.1, 0.06]

export function castShadow(canvas: Canvas, region: Region, shadows: readonly Shadow[]): void {
  for (const { right, down, blur, strength } of shadows) {
    const box = grow(region.box, Math.max(right, down) + blur)
    eachPixel(canvas, box, (x, y, at) => {
      const dark = strength * ramp(blur, -blur, region.distance(x - right, y - down))
      if (dark > 0) for (let k = 0; k < 3; k++) darken(canvas, at + k, dark, remains[k] ?? 0)
    })
  }
}

function darken(canvas: Canvas, at: number, dark: number, remaining: number): void {
  canvas.pixels[at] = (canvas.pixels[at] ?? 0) * clamp(1 - dark * (1 - remaining))
}
