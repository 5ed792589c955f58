import { photoHeight, photoSources, photoWidth } from '../../src/domain/photo.ts'

interface ItemPictureProps {
  url: string
  /** Empty where the title stands beside the picture. */
  alt: string
  /** How wide the picture is shown, as the `sizes` attribute. */
  sizes: string
  /** Of the first view: loaded at once, before all else. */
  isFirst: boolean
}

/** An item's picture in the shop's one format, 4:5, so that nothing moves when it arrives. */
export function ItemPicture({ url, alt, sizes, isFirst }: ItemPictureProps) {
  const sources = photoSources(url)
  const image = (
    <img
      src={url}
      alt={alt}
      width={photoWidth}
      height={photoHeight}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
  if (sources === undefined) return image
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avifSrcset} sizes={sizes} />
      {image}
    </picture>
  )
}
