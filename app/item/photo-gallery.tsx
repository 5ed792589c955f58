import type { Item } from '../../src/domain/item.ts'
import { photoUrlAtLeast } from '../../src/domain/photo.ts'
import type { Photo } from '../../src/domain/photo.ts'
import { ItemPicture } from '../ui/item-picture.tsx'
import type { PictureFit } from '../ui/item-picture.tsx'
import { useServerMessages } from '../use-messages.ts'

/** As `styles/item.css` lays it out. Here stitches are looked at: every pixel of the screen gets its own. */
const fit: PictureFit = {
  sizes: '(min-width: 60rem) 34rem, 92vw',
  widths: [360, 540, 720, 1080, 1440],
  fallback: 1080,
}

/** Of a thumbnail's file, in pixels. */
const thumbnailWidth = 180

/** A piece's picture; of several photos, a strip to be swiped, with links to each that work without script. */
export function PhotoGallery({ item: { title, imageUrl, photos } }: { item: Item }) {
  const { item: words } = useServerMessages()
  if (photos.length < 2) {
    return (
      <div className="item-picture">
        <ItemPicture picture={photos[0] ?? imageUrl} alt={title} fit={fit} isFirst />
      </div>
    )
  }
  return (
    <div className="gallery">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls, scrolls with keys too. */}
      <div className="strip" role="group" aria-label={words.photosOf(title)} tabIndex={0}>
        {photos.map((photo, index) => (
          <Slide key={photo.id} title={title} photo={photo} index={index} count={photos.length} />
        ))}
      </div>
      <nav aria-label={words.photos}>
        <ul className="thumbnails">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <a href={addressOf(index)}>
                <img
                  src={photoUrlAtLeast(photo, thumbnailWidth, 'webp')}
                  alt={words.photo(index + 1, photos.length)}
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

/** One photo, with arrows to those beside it. They are for pointers; keys have the strip and the thumbnails. */
function Slide({ title, photo, index, count }: SlideProps) {
  const { item: words } = useServerMessages()
  const alt = index === 0 ? title : words.photoOf(title, index + 1, count)
  return (
    <div className="item-picture slide" id={addressOf(index).slice(1)}>
      <ItemPicture picture={photo} alt={alt} fit={fit} isFirst={index === 0} />
      {index > 0 && <Arrow to={index - 1} words={words.previousPhoto} />}
      {index < count - 1 && <Arrow to={index + 1} words={words.nextPhoto} isNext />}
    </div>
  )
}

function Arrow({ to, words: arrow, isNext = false }: { to: number; words: string; isNext?: boolean }) {
  return (
    <a className={isNext ? 'arrow arrow-next' : 'arrow'} href={addressOf(to)} tabIndex={-1} aria-hidden="true">
      {arrow}
    </a>
  )
}

/** Of a photo, on the piece's page. */
function addressOf(index: number): string {
  return `#photo-${index + 1}`
}
