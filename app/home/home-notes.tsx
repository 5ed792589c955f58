import { photoUrlAtLeast, type Photo } from '../../src/domain/photo.ts'
import { useShop } from '../shop.ts'
import { PlainText } from '../ui/plain-text.tsx'
import { useServerMessages } from '../use-messages.ts'

/** The width of a note's photo as drawn, in pixels, for screens with two device pixels for each. */
const photoSide = 128

/** Below the collection: who makes it, and how it is paid and delivered; nothing of what the owner has not written. */
export function HomeNotes() {
  const { home } = useServerMessages()
  const shop = useShop()
  if (!shop || (shop.about === '' && shop.delivery === '')) return null
  return (
    <div className="home-notes">
      {shop.about !== '' && <Note title={home.maker} text={shop.about} photo={shop.aboutPhoto} />}
      {shop.delivery !== '' && <Note title={home.delivery} text={shop.delivery} photo={null} />}
    </div>
  )
}

interface NoteProps {
  readonly title: string
  readonly text: string
  readonly photo: Photo | null
}

/** The first paragraph of a text, and the others folded. */
function Note({ title, text, photo }: NoteProps) {
  const { home } = useServerMessages()
  const [first = '', ...others] = text.split('\n\n')
  return (
    <section className="note">
      <h2>{title}</h2>
      {photo && <NotePhoto photo={photo} />}
      <PlainText>{first}</PlainText>
      {others.length > 0 && (
        <details>
          <summary>
            {home.readMore}
            <span className="visually-hidden">: {title}</span>
          </summary>
          <PlainText>{others.join('\n\n')}</PlainText>
        </details>
      )}
    </section>
  )
}

function NotePhoto({ photo }: { photo: Photo }) {
  return (
    <div className="note-photo">
      <img
        src={photoUrlAtLeast(photo, photoSide * 2, 'webp')}
        alt=""
        width={photoSide}
        height={photoSide}
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}
