import { photoHeight, photoUrlAtLeast, photoWidth, srcset, type Photo } from '../../src/domain/photo.ts'

/** The columns of the layout in `item.css`, at full resolution: visitors look at the stitches. */
const sizes = '(min-width: 60rem) 41rem, (min-width: 37.5rem) 48vw, 92vw'
const widths = [360, 540, 720, 1080, 1440]

/** The width of the WebP file for browsers without AVIF. */
const fallback = 1080

interface WholePhotoProps {
  /** A photo of the shop, or an image URL on another server. */
  image: Photo | string
  alt: string
  /** Whether the image is visible at once, and loads first. */
  isPriority: boolean
}

/**
 * A photo in its own ratio, whose size reserves its space. An image URL has a frame of 4:5, in which it is shown whole: its
 * size is unknown. A photo covers its placeholder when it has loaded.
 */
export function WholePhoto({ image, alt, isPriority }: WholePhotoProps) {
  const attributes = {
    decoding: 'async',
    ...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }),
  } as const
  if (typeof image === 'string') {
    return (
      <img className="unknown-size" src={image} width={photoWidth} height={photoHeight} alt={alt} {...attributes} />
    )
  }
  const { width, height, placeholder } = image
  return (
    <>
      <img className="placeholder" src={placeholder} width={width} height={height} alt="" />
      <picture>
        <source type="image/avif" srcSet={srcset(image, 'avif', widths)} sizes={sizes} />
        <img src={photoUrlAtLeast(image, fallback, 'webp')} width={width} height={height} alt={alt} {...attributes} />
      </picture>
    </>
  )
}
