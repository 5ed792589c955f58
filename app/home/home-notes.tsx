import { photoUrlAtLeast, type Photo } from '../../src/domain/photo.ts'
import { useShop } from '../shop.ts'
import { PlainText, Written } from '../ui/written.tsx'
import { useServerMessages } from '../use-messages.ts'
import { splitLead } from './split-lead.ts'

/** Before the collection: who makes it, and where; nothing where the owner has not written about herself. */
export function MakerBand() {
  const { home } = useServerMessages()
  const shop = useShop()
  if (!shop || shop.about === '') return null
  const [lead, rest] = splitLead(shop.about)
  return (
    <section className="maker-band">
      {shop.aboutPhoto && <Face photo={shop.aboutPhoto} />}
      <div>
        <h2>{home.maker}</h2>
        {shop.place !== '' && <Written as="p" className="quiet" text={shop.place} />}
        <PlainText>{lead}</PlainText>
        <Folded title={home.maker} text={rest} />
      </div>
    </section>
  )
}

/** The width of the maker's photo as drawn, in pixels, for screens with two device pixels for each. */
const faceSide = 96

function Face({ photo }: { photo: Photo }) {
  return (
    <img
      src={photoUrlAtLeast(photo, faceSide * 2)}
      alt=""
      width={faceSide}
      height={faceSide}
      loading="lazy"
      decoding="async"
    />
  )
}

/** Below the collection: how it is paid and delivered. */
export function DeliveryNote() {
  const { home } = useServerMessages()
  const delivery = useShop()?.delivery ?? ''
  if (delivery === '') return null
  const [first = '', ...others] = delivery.split('\n\n')
  return (
    <section className="note">
      <h2>{home.delivery}</h2>
      <PlainText>{first}</PlainText>
      <Folded title={home.delivery} text={others.join('\n\n')} />
    </section>
  )
}

/** The rest of a text. */
function Folded({ title, text }: { title: string; text: string }) {
  const { home } = useServerMessages()
  if (text === '') return null
  return (
    <details>
      <summary>
        {home.readMore}
        <span className="visually-hidden">: {title}</span>
      </summary>
      <PlainText>{text}</PlainText>
    </details>
  )
}
