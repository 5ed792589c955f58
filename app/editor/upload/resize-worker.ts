import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** A photo that is ready to upload. */
export interface ResizedPhoto {
  readonly blob: Blob
  readonly sha256: string
}

/** The worker's message. `unreadable`: the browser cannot decode the file. `failed`: another step failed. */
export type ResizeResult = ResizedPhoto | 'unreadable' | 'failed'

/** Resizes one photo off the main thread, which it would block for seconds on a phone. The page ends the worker. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(
    await resize(data).catch((error: unknown): ResizeResult => {
      console.error(error)
      return 'failed' // The page does not see a rejection.
    }),
  )
})

async function resize(file: Blob): Promise<ResizeResult> {
  const blob = await resizeImage(file)
  if (!blob) return 'unreadable'
  return { blob, sha256: bytesToHex(sha256(new Uint8Array(await blob.arrayBuffer()))) }
}

/** The longer side, in pixels: larger than the shop's largest file, because each resize loses sharpness. */
const maxSide = 2_048

/** The minimum width of narrow photos, in pixels: that of the shop's largest file. */
const fullWidth = 1_440

/** For slow networks: less than half a megabyte with the headers. */
const maxBytes = 480_000

/** Tried in order, until the file is small enough. */
const qualities = [0.85, 0.75, 0.65, 0.5]

/**
 * Resizes a photo: upright and without metadata, so that the location stays on the phone. The result is a WebP, or a
 * JPEG if the browser cannot encode WebP.
 *
 * @returns `undefined` if the browser cannot decode the file.
 * @throws Error if the browser fails, such as when memory is short.
 */
async function resizeImage(file: Blob): Promise<Blob | undefined> {
  // Upright by default, which Safari before 17.2 rejects by its name, `from-image`.
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    for (let scale = fittingScale(bitmap); ; scale *= 0.8) {
      const canvas = draw(bitmap, scale)
      for (const quality of qualities) {
        const blob = await encode(canvas, quality)
        if (blob.size <= maxBytes) return blob
      }
    }
  } finally {
    bitmap.close()
  }
}

function fittingScale({ width, height }: ImageBitmap): number {
  return Math.min(1, Math.max(maxSide / Math.max(width, height), fullWidth / width))
}

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no memory for a canvas.')
  context.fillStyle = '#fff' // The background of transparent photos.
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A browser that cannot encode a type returns a PNG instead. */
async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality })
}
