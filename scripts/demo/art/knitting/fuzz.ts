import { lay, type Canvas } from '../drawing/canvas.ts'
import type { Light } from '../drawing/color.ts'
import { hash, mix } from '../drawing/noise.ts'
import type { Region } from '../drawing/region.ts'

/** Fine fibres that stand off the wool, most of them seen at its edge. `amount`: 1 is one in 26 square pixels. */
export function paintFuzz(canvas: Canvas, region: Region, amount: number, seed: number): void {
  const { left, top, right, bottom } = region.box
  const count = Math.round(((right - left) * (bottom - top) * amount) / 26)
  for (let i = 0; i < count; i++) {
    const x = mix(left, right, hash(i, 1, seed))
    const y = mix(top, bottom, hash(i, 2, seed))
    const outside = region.distance(x, y)
    if (outside > -1 || (outside < -7 && i % 7 > 0)) continue
    paintFibre(canvas, x, y, i, seed)
  }
}

/** As light as the wool where its root is, and thinner towards its tip. */
function paintFibre(canvas: Canvas, x: number, y: number, i: number, seed: number): void {
  const root = (Math.floor(y) * canvas.width + Math.floor(x)) * 3
  const wool: Light = [canvas.pixels[root] ?? 0, canvas.pixels[root + 1] ?? 0, canvas.pixels[root + 2] ?? 0]
  const glow = 1.6 - 0.5 * wool[1]
  const long = 7 + 14 * hash(i, 3, seed) ** 2
  let heading = hash(i, 4, seed) * 2 * Math.PI
  const bend = (hash(i, 5, seed) - 0.5) * 0.3
  let [px, py] = [x, y]
  for (let walked = 0; walked < long; walked++) {
    px += Math.cos(heading)
    py += Math.sin(heading)
    heading += bend
    dot(canvas, px, py, wool, glow, 0.7 * (1 - walked / long))
  }
}

/** A dot as wide as a pixel, spread over the four that it touches. */
function dot(canvas: Canvas, x: number, y: number, paint: Light, tone: number, cover: number): void {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  if (left < 0 || top < 0 || left + 1 >= canvas.width || top + 1 >= canvas.height) return
  const right = x - 0.5 - left
  const down = y - 0.5 - top
  const at = (top * canvas.width + left) * 3
  const below = at + canvas.width * 3
  lay(canvas, at, paint, tone, cover * (1 - right) * (1 - down))
  lay(canvas, at + 3, paint, tone, cover * right * (1 - down))
  lay(canvas, below, paint, tone, cover * (1 - right) * down)
  lay(canvas, below + 3, paint, tone, cover * right * down)
}
