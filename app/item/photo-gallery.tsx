import type { Item } from '../../src/domain/item.ts'
import { photoUrlAtLeast, type Photo } from '../../src/domain/photo.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { useServerMessages } from '../use-messages.ts'

/** The sizes of the layout in `item.css`, at full resolution: visitors look at the stitches. */
const imageSizes: ImageSizes = {
  sizes: '(min-width: 60rem) 34rem, 92vw',
  widths: [360, 540, 720, 1080, 1440],
  fallback: 1080,
}

/** The width of a thumbnail's file, in pixels. */
const thumbnailWidth = 180

/** An item's image. Several photos are a strip to swipe, with links to each photo that work without JavaScript. */
export function PhotoGallery({ item: { title, imageUrl, photos } }: { item: Item }) {
  const { item: texts } = useServerMessages()
  if (photos.length < 2) {
    return (
      <div className="item-image">
        <ItemImage image={photos[0] ?? imageUrl} alt={title} sizes={imageSizes} isPriority />
      </div>
    )
  }
  return (
    <div className="gallery">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keys scroll it, too. */}
      <div className="strip" role="group" aria-label={texts.photosOf(title)} tabIndex={0}>
        {photos.map((photo, index) => (
          <Slide key={photo.id} title={title} photo={photo} index={index} count={photos.length} />
        ))}
      </div>
      <nav aria-label={texts.photos}>
        <ul className="thumbnails">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <a href={fragmentOf(index)}>
                <img
                  src={photoUrlAtLeast(photo, thumbnailWidth, 'webp')}
                  alt={texts.photo(index + 1, photos.length)}
                  width={64}
                  height={80}
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
  photo: Photo
  index: number
  count: number
}

/** One photo, with arrows to its neighbours. The arrows are for pointers; keys use the strip and the thumbnails. */
function Slide({ title, photo, index, count }: SlideProps) {
  const { item: texts } = useServerMessages()
  const alt = index === 0 ? title : texts.photoOf(title, index + 1, count)
  return (
    <div className="item-image slide" id={fragmentOf(index).slice(1)}>
      <ItemImage image={photo} alt={alt} sizes={imageSizes} isPriority={index === 0} />
      {index > 0 && <Arrow to={index - 1} label={texts.previousPhoto} />}
      {index < count - 1 && <Arrow to={index + 1} label={texts.nextPhoto} isNext />}
    </div>
  )
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
