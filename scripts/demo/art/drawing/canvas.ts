import { toScreen, type Light } from './color.ts'

/** A picture being painted: three amounts of light for each pixel. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Float32Array
}

/** A part of a canvas in whole pixels, the right and lower edge left out. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Float32Array(width * height * 3) }
}

/** Calls `visit` for each pixel's middle inside the box, with the place of its red in `pixels`. */
export function eachPixel(canvas: Canvas, box: Box, visit: (x: number, y: number, at: number) => void): void {
  const { left, top, right, bottom } = clip(canvas, box)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) visit(x + 0.5, y + 0.5, (y * canvas.width + x) * 3)
  }
}

/** The whole pixels of the box that are on the canvas or at most `beyond` pixels off it. */
export function clip(canvas: Canvas, box: Box, beyond = 0): Box {
  return {
    left: Math.max(-beyond, Math.floor(box.left)),
    top: Math.max(-beyond, Math.floor(box.top)),
    right: Math.min(canvas.width + beyond, Math.ceil(box.right)),
    bottom: Math.min(canvas.height + beyond, Math.ceil(box.bottom)),
  }
}

export function grow(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by }
}

/** Lays paint over what is there. `cover`: 0 leaves it, 1 hides it. Where it is shaded, it is a little warmer. */
export function lay(canvas: Canvas, at: number, paint: Light, shade: number, cover: number): void {
  const { pixels } = canvas
  const warm = shade < 1 ? 0.22 * shade * (1 - shade) : 0
  pixels[at] = (pixels[at] ?? 0) * (1 - cover) + paint[0] * (shade + warm) * cover
  pixels[at + 1] = (pixels[at + 1] ?? 0) * (1 - cover) + paint[1] * shade * cover
  pixels[at + 2] = (pixels[at + 2] ?? 0) * (1 - cover) + paint[2] * (shade - warm) * cover
}

/** Red, green and blue bytes, row by row. */
export function toBytes(canvas: Canvas): Uint8Array {
  const { pixels } = canvas
  const bytes = new Uint8Array(pixels.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = toScreen(pixels[i] ?? 0)
  return bytes
}
