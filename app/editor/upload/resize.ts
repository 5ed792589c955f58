/** The longer side, in pixels: half as much again as the shop's largest file is wide, as it loses sharpness twice. */
const maxSide = 2_048

/** Narrow photos stay as wide as the shop's largest file, in pixels. */
const fullWidth = 1_440

/** For a slow network: well below half a megabyte, with the headers. */
const maxBytes = 480_000

/** From hardly different from the camera's to still good on a phone. */
const qualities = [0.85, 0.75, 0.65, 0.5]

/**
 * Decodes a picture and encodes it anew, upright, smaller, with pixels and nothing else in it: where it was taken stays
 * on the phone. Whatever it was, the result is a WebP, or a JPEG where the browser encodes no WebP.
 *
 * @returns `undefined` when the browser cannot decode it.
 * @throws Error when the browser fails, as where memory is short.
 */
export async function makeSmaller(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  try {
    for (let scale = fittingScale(picture); ; scale *= 0.8) {
      const canvas = draw(picture, scale)
      for (const quality of qualities) {
        const smaller = await encode(canvas, quality)
        if (smaller.size <= maxBytes) return smaller
      }
    }
  } finally {
    picture.close()
  }
}

function fittingScale({ width, height }: ImageBitmap): number {
  return Math.min(1, Math.max(maxSide / Math.max(width, height), fullWidth / width))
}

function draw(picture: ImageBitmap, scale: number): OffscreenCanvas {
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no room for a picture.')
  context.fillStyle = '#fff' // The shop's own ground for what is transparent.
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A browser without an encoder for a type gives a PNG instead. */
async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality })
}
