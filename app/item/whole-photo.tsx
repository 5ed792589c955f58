import { photoHeight, photoUrlAtLeast, photoWidth, srcset, type Photo } from '../../src/domain/photo.ts'

/** The columns of the layout in `item.css`, at full resolution: visitors look at the stitches. */
const sizes = '(min-width: 60rem) 41rem, (min-width: 37.5rem) 48vw, 100vw'
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
 * A photo, whole, on an empty picture of its ratio, which reserves its space. An image URL has a frame of 4:5: its size is
 * unknown. A photo covers its placeholder when it has loaded.
 */
export function WholePhoto({ image, alt, isPriority }: WholePhotoProps) {
  const attributes = {
    decoding: 'async',
    ...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const }),
  } as const
  if (typeof image === 'string') {
    return (
      <>
        <EmptyPicture width={photoWidth} height={photoHeight} />
        <img src={image} alt={alt} {...attributes} />
      </>
    )
  }
  const { width, height, placeholder } = image
  return (
    <>
      <EmptyPicture width={width} height={height} />
      <img className="placeholder" src={placeholder} alt="" />
      <picture>
        <source type="image/avif" srcSet={srcset(image, 'avif', widths)} sizes={sizes} />
        <img src={photoUrlAtLeast(image, fallback, 'webp')} width={width} height={height} alt={alt} {...attributes} />
      </picture>
    </>
  )
}

/** As large as its column and the window allow in a ratio, before any file has arrived: style sheets cannot read a ratio. */
export function EmptyPicture({ width, height }: { width: number; height: number }) {
  // Of any unit: larger than every window, as style sheets only make it smaller.
  return <svg className="empty-picture" width={width * 99} height={height * 99} aria-hidden="true" />
}
