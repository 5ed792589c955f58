import { photoHeight, photoUrlAtLeast, photoWidth, srcset } from '../../src/domain/photo.ts'
import type { Photo } from '../../src/domain/photo.ts'

/** How large a picture is drawn somewhere, and which files of a photo are for that. */
export interface PictureFit {
  /** The `sizes` attribute. */
  readonly sizes: string
  /** Widths of files worth choosing from, in pixels. */
  readonly widths: readonly number[]
  /** The one width for browsers that cannot read AVIF. */
  readonly fallback: number
}

interface ItemPictureProps {
  /** A photo of the shop's own, or the address of a picture elsewhere. */
  picture: Photo | string
  /** Empty where the title stands beside the picture. */
  alt: string
  fit: PictureFit
  /** Of the first view: loaded at once, before all else. */
  isFirst: boolean
}

/**
 * An item's picture in the shop's one format, 4:5, so that nothing moves when it arrives. A photo lies on its
 * placeholder, and covers it once it is there: the shop's photos cannot be seen through.
 */
export function ItemPicture({ picture, alt, fit, isFirst }: ItemPictureProps) {
  const isPhoto = typeof picture !== 'string'
  const image = (
    <img
      src={isPhoto ? photoUrlAtLeast(picture, fit.fallback, 'webp') : picture}
      alt={alt}
      width={photoWidth}
      height={photoHeight}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
  if (!isPhoto) return image
  return (
    <>
      <img src={picture.placeholder} alt="" />
      <picture>
        <source type="image/avif" srcSet={srcset(picture, 'avif', fit.widths)} sizes={fit.sizes} />
        {image}
      </picture>
    </>
  )
}
