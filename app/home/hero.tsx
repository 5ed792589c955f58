import type { Catalogue } from '../../src/catalogue/store.ts'
import type { Focus } from '../../src/domain/item/focus.ts'
import { homePath } from '../../src/domain/page-paths.ts'
import { photoHeight, photoUrlAtLeast, photoWidth, srcset, type Photo } from '../../src/domain/photo.ts'
import { useShop } from '../shop.ts'
import { focusClass } from '../ui/focus-class.ts'
import { useServerMessages } from '../use-messages.ts'
import { imageSizes } from './item-card.tsx'

/** More characters than fit next to the photo on a phone. */
const long = { headline: 32, sub: 90 }

/** `catalogue`: its newest photo is shown, unless the owner has chosen one. `null`: it is not known yet. */
export function Hero({ catalogue }: { catalogue: Catalogue | null }) {
  const { home } = useServerMessages()
  const shop = useShop()
  const headline = shop?.headline || home.headline
  const sub = shop?.sub || home.sub
  const isLong = headline.length > long.headline || sub.length > long.sub
  const shown = shop?.heroPhoto ? { photo: shop.heroPhoto, focus: null, isFirstCard: false } : newestCover(catalogue)
  return (
    <section className={isLong ? 'hero hero-long' : 'hero'}>
      <div className="hero-text">
        <p className="eyebrow">{shop?.eyebrow || home.eyebrow}</p>
        <h2>{headline}</h2>
        <p className="hero-sub">{sub}</p>
      </div>
      {shown ? <HeroPhoto {...shown} /> : <Knit />}
      <p className="actions">
        <a className="button" href="#catalogue">
          {home.shopCollection}
        </a>
        <a className="button button-quiet" href={homePath}>
          {home.viewAll}
        </a>
      </p>
    </section>
  )
}

interface Cover {
  readonly photo: Photo
  readonly focus: Focus | null
  /** Whether the first card has the same photo. */
  readonly isFirstCard: boolean
}

/** The cover of the newest item that is for sale and has a photo of the shop. */
function newestCover(catalogue: Catalogue | null): Cover | undefined {
  const items = catalogue?.items ?? []
  const index = items.findIndex(({ photos, sold }) => photos.length > 0 && !sold)
  const { photos: [photo] = [], focus = null } = items[index] ?? {}
  return photo && { photo, focus, isFirstCard: index === 0 }
}

/**
 * On a phone it is the file that the card of the same item loads too. Another photo has no high priority, so that it does
 * not delay the picture of the first card.
 */
function HeroPhoto({ photo, focus, isFirstCard }: Cover) {
  return (
    <div className={`hero-photo${focusClass(focus)}`}>
      <img className="placeholder" src={photo.placeholder} alt="" />
      <picture>
        <source
          type="image/avif"
          srcSet={srcset(photo, 'avif', [...imageSizes.widths, 1080])}
          sizes={`(min-width: 48rem) 50vw, ${imageSizes.phone}`}
        />
        <img
          src={photoUrlAtLeast(photo, imageSizes.fallback, 'webp')}
          alt=""
          width={photoWidth}
          height={photoHeight}
          decoding="async"
          fetchPriority={isFirstCard ? 'high' : undefined}
        />
      </picture>
    </div>
  )
}

/** A pattern of stockinette stitch: columns of V shapes. */
function Knit() {
  const stitch = 'M16 28Q3 19 2-1 15 8 16 28 17 8 30-1 29 19 16 28'
  return (
    <svg className="knit" aria-hidden="true">
      <pattern id="stitch" width="32" height="22" patternUnits="userSpaceOnUse">
        <path d={stitch} transform="translate(0 -22)" />
        <path d={stitch} />
      </pattern>
      <rect width="100%" height="100%" fill="url(#stitch)" />
    </svg>
  )
}
