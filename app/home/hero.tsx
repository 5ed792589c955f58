import { centre } from '../../src/domain/focus.ts'
import { homePath } from '../../src/domain/page-paths.ts'
import { useShop } from '../shop.ts'
import { focusClass } from '../ui/focus-class.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** The top of the home page: the owner's words, or the page's own, and her photo if she has chosen one. */
export function Hero() {
  const { home } = useServerMessages()
  const local = useLocalPath()
  const shop = useShop()
  const eyebrow = shop?.eyebrow || home.eyebrow
  const headline = shop?.headline || home.headline
  const sub = shop?.sub || home.sub
  const photo = shop?.heroPhoto
  const isFocusLeft = (shop?.heroFocus ?? centre).x < centre.x
  return (
    <section className={photo ? 'hero' : 'hero hero-words'}>
      {photo && (
        <div className={`hero-photo${focusClass(shop.heroFocus)}`}>
          <ItemImage image={photo} sizes={photoSizes} isPriority />
        </div>
      )}
      <div className={isFocusLeft ? 'hero-text hero-text-end' : 'hero-text'}>
        <Written as="p" className="eyebrow" text={eyebrow} />
        <Written as="h2" text={headline} />
        <Written as="p" className="hero-sub" text={sub} />
        <p className="actions">
          <a className="button" href="#catalogue">
            {home.shopCollection}
          </a>
          <a className="plain-link" href={local(homePath)}>
            {home.viewAll}
          </a>
        </p>
      </div>
    </section>
  )
}

/** As wide as the window. Screens with a pixel ratio of 3 get the file for 2: nobody sees the difference. */
const photoSizes: ImageSizes = { sizes: '(min-resolution: 2.5dppx) 67vw, 100vw', fallback: 1080 }
