import type { LinkBubble, LinkFault } from '../../src/domain/link-preview.ts'
import { useMessages } from '../use-messages.ts'

/** A link preview, as WhatsApp shows it in a chat. */
export function LinkBubbleView({ title, description, host, imageUrl }: LinkBubble) {
  return (
    <div className="link-chat">
      <div className="link-bubble">
        {imageUrl !== null && <img className="link-image" src={imageUrl} alt="" width={382} height={200} />}
        <div className="link-text">
          <p className="link-title">{title}</p>
          <p className="link-description">{description}</p>
          <p className="link-host">{host}</p>
        </div>
      </div>
    </div>
  )
}

/** The faults of a link preview, or a text that there are none. */
export function LinkFaults({ faults }: { faults: readonly LinkFault[] }) {
  const { linkPreview: texts } = useMessages()
  if (faults.length === 0) return <p className="quiet">{texts.allWell}</p>
  return (
    <>
      <p>{texts.faults}</p>
      <ul className="link-faults">
        {faults.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </>
  )
}
