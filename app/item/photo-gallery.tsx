import { use } from 'react'

import type { Item } from '../../src/domain/item.ts'
import { imageUrlOf, photoHeight, photoUrlAtLeast, photoWidth, type Photo } from '../../src/domain/photo.ts'
import { fill } from '../../src/domain/template.ts'
import { InlineContentContext } from '../document/inline-content.tsx'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { useServerMessages } from '../use-messages.ts'

/** The columns of the layout in `item.css`, at full resolution: visitors look at the stitches. */
const imageSizes: ImageSizes = {
  sizes: '(min-width: 60rem) 41rem, (min-width: 37.5rem) 48vw, 100vw',
  widths: [360, 540, 720, 1080, 1440],
  fallback: 1080,
}

/** The width of a thumbnail's file, in pixels. */
const thumbnailWidth = 180

/**
 * An item's photos, each with a link to its largest file. Several are a strip to swipe, with links to each photo that work
 * without JavaScript. The visitor script opens the links in a lightbox: the attributes are for it.
 */
export function PhotoGallery({ item: { title, imageUrl, photos } }: { item: Item }) {
  const { item: texts } = useServerMessages()
  const { close, previous, next, photoCount } = texts.lightbox
  const attributes = {
    className: 'gallery',
    'data-part': 'photos',
    'data-lightbox': use(InlineContentContext).lightbox,
    'data-title': fill(texts.photosOf, { title }),
    'data-close': close,
    'data-previous': previous,
    'data-next': next,
    'data-count': photoCount,
  }
  if (photos.length < 2) {
    return (
      <div {...attributes}>
        <Slide title={title} image={photos[0] ?? imageUrl} index={0} count={1} />
      </div>
    )
  }
  return (
    <div {...attributes}>
      <TallestPhoto photos={photos} />
      <div className="strip" role="group" aria-label={fill(texts.photosOf, { title })}>
        {photos.map((photo, index) => (
          <Slide key={photo.id} title={title} image={photo} index={index} count={photos.length} />
        ))}
      </div>
      <nav aria-label={texts.photos}>
        <ul className="thumbnails">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <a href={fragmentOf(index)}>
                <img
                  src={photoUrlAtLeast(photo, thumbnailWidth)}
                  alt={fill(texts.photo, { number: index + 1, count: photos.length })}
                  width={44}
                  height={55}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

interface SlideProps {
  title: string
  image: Photo | string
  index: number
  count: number
}

/**
 * One photo, whole, on an empty picture of its ratio, which reserves its space. An image URL has a frame of 4:5: its size is
 * unknown. On it are arrows to its neighbours, which are for pointers (keys use the photos and the thumbnails), and on
 * phones a dot for each photo.
 */
function Slide({ title, image, index, count }: SlideProps) {
  const { item: texts } = useServerMessages()
  const alt = index === 0 ? title : fill(texts.photoOf, { title, number: index + 1, count })
  return (
    <div className="slide" id={fragmentOf(index).slice(1)}>
      <a
        className="photo"
        href={typeof image === 'string' ? image : imageUrlOf(image)}
        aria-label={count === 1 ? texts.enlarge : fill(texts.enlargeOneOf, { number: index + 1, count })}
      >
        <EmptyPicture {...(typeof image === 'string' ? { width: photoWidth, height: photoHeight } : image)} />
        <ItemImage image={image} alt={alt} sizes={imageSizes} isPriority={index === 0} isWhole />
      </a>
      {index > 0 && <Arrow to={index - 1} label={texts.previousPhoto} />}
      {index < count - 1 && <Arrow to={index + 1} label={texts.nextPhoto} isNext />}
      {count > 1 && (
        <span className="dots" aria-hidden="true">
          {'•'.repeat(index)}
          <b>•</b>
          {'•'.repeat(count - index - 1)}
        </span>
      )}
    </div>
  )
}

/**
 * An empty picture with the ratio of the tallest photo: a slow page shows the first photo before it has the others, and their
 * height would move it.
 */
function TallestPhoto({ photos }: { photos: readonly Photo[] }) {
  const { width, height } = photos.reduce((tallest, photo) =>
    photo.height / photo.width > tallest.height / tallest.width ? photo : tallest,
  )
  return <EmptyPicture width={width} height={height} />
}

/** As large as its column and the window allow in a ratio, before any file has arrived: style sheets cannot read a ratio. */
function EmptyPicture({ width, height }: Pick<Photo, 'width' | 'height'>) {
  // Of any unit: larger than every window, as style sheets only make it smaller.
  return <svg className="empty-picture" width={width * 99} height={height * 99} aria-hidden="true" />
}

function Arrow({ to, label, isNext = false }: { to: number; label: string; isNext?: boolean }) {
  return (
    <a className={isNext ? 'arrow arrow-next' : 'arrow'} href={fragmentOf(to)} tabIndex={-1} aria-hidden="true">
      {label}
    </a>
  )
}

/** The fragment of a photo. */
function fragmentOf(index: number): string {
  return `#photo-${index + 1}`
}
