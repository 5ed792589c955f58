import type { LinkBubble, LinkFault } from '../../src/domain/link-preview.ts'
import { useMessages } from '../use-messages.ts'

/** A link as WhatsApp shows it in a chat. */
export function LinkBubbleView({ title, description, host, imageUrl }: LinkBubble) {
  return (
    <div className="link-chat">
      <div className="link-bubble">
        {imageUrl !== null && <img className="link-picture" src={imageUrl} alt="" width={382} height={200} />}
        <div className="link-words">
          <p className="link-title">{title}</p>
          <p className="link-description">{description}</p>
          <p className="link-host">{host}</p>
        </div>
      </div>
    </div>
  )
}

/** What is wrong with a link, or that nothing is. */
export function LinkFaults({ faults }: { faults: readonly LinkFault[] }) {
  const { linkPreview: words } = useMessages()
  if (faults.length === 0) return <p className="quiet">{words.allWell}</p>
  return (
    <>
      <p>{words.faults}</p>
      <ul className="link-faults">
        {faults.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </>
  )
}
