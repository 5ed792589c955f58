import { photoHeight, photoUrlAtLeast, photoWidth, srcset, type Photo } from '../../src/domain/photo.ts'

/** How large an image is shown in a layout, and the files of a photo for that. */
export interface ImageSizes {
  /** The `sizes` attribute. */
  readonly sizes: string
  /** The file widths to offer, in pixels; every one by default. */
  readonly widths?: readonly number[]
  /** The width of the WebP file for browsers without AVIF. */
  readonly fallback: number
  /** Whether it is shown until the photo has loaded; `true` by default. */
  readonly hasPlaceholder?: boolean
}

interface ItemImageProps {
  /** A photo of the shop, or an image URL on another server. */
  readonly image: Photo | string
  /** Left out where the title is next to the image. */
  readonly alt?: string
  readonly sizes: ImageSizes
  /** Whether the image is visible at once, and loads first. */
  readonly isPriority?: boolean
  /** Whether the image keeps its own ratio. That of an image URL is unknown. */
  readonly isWhole?: boolean
}

/**
 * An item's image, by default in a fixed aspect ratio of 4:5, so that the layout does not shift when it loads. A photo covers
 * its placeholder when it has loaded: the shop's photos have no transparency.
 */
export function ItemImage({ image, alt = '', sizes, isPriority = false, isWhole = false }: ItemImageProps) {
  const isPhoto = typeof image !== 'string'
  const ownShape = isPhoto ? { width: image.width, height: image.height } : {}
  const img = (
    <img
      src={isPhoto ? photoUrlAtLeast(image, sizes.fallback) : image}
      alt={alt}
      {...(isWhole ? ownShape : { width: photoWidth, height: photoHeight })}
      decoding="async"
      {...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
  if (!isPhoto) return img
  return (
    <>
      {sizes.hasPlaceholder !== false && <img className="placeholder" src={image.placeholder} alt="" />}
      <picture>
        <source type="image/avif" srcSet={srcset(image, 'avif', sizes.widths)} sizes={sizes.sizes} />
        {img}
      </picture>
    </>
  )
}
