import type { PublicShop } from '../../src/pages/page.ts'
import { ItemImage, type ImageSizes } from '../ui/item-image.tsx'
import { PlainText, Written } from '../ui/written.tsx'
import { useServerMessages } from '../use-messages.ts'

const imageSizes: ImageSizes = { sizes: '8rem', widths: [180, 360], fallback: 360, hasPlaceholder: false }

/** Who makes the items, and where; nothing in a shop that does not say. */
export function Maker({ shop: { about, place, aboutPhoto } }: { shop: PublicShop }) {
  const { item: texts } = useServerMessages()
  if (about === '' && place === '') return null
  return (
    <section className="maker" aria-labelledby="maker-title">
      {aboutPhoto && (
        <div className="card-frame">
          <ItemImage image={aboutPhoto} sizes={imageSizes} />
        </div>
      )}
      <div>
        <h2 id="maker-title">{texts.maker}</h2>
        {place !== '' && <Written as="p" className="quiet" text={place} />}
        {about !== '' && <PlainText>{about}</PlainText>}
      </div>
    </section>
  )
}
