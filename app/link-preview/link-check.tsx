import { useInsertionEffect } from 'react'

import type { LinkBubble, LinkPreview } from '../../src/domain/link-preview.ts'
import { isLoopback } from '../../src/domain/loopback.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import { callApi, type TokenSource } from '../api/api-client.ts'
import { errorMessage } from '../api/localized-error.ts'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { useMessages } from '../use-messages.ts'
import { ShareButtons } from './share-buttons.tsx'

import css from './link-preview.css?inline'

interface LinkCheckProps {
  readonly tokenSource: TokenSource
  /** The item's id. */
  readonly id: string
  /** For the share sheet. */
  readonly title: string
  /** The shop's public origin. */
  readonly origin: string
  /** The section's label, if the page has several. */
  readonly label?: string
  /** The page of the editor, if that is another page. */
  readonly editHref?: string
  /** Closes the link preview, if it can be closed. */
  readonly onClose?: () => void
}

/** Checks an item's link preview on the server, and shows the preview and its faults. */
export function LinkCheck({ tokenSource, id, title, origin, label, editHref, onClose }: LinkCheckProps) {
  const messages = useMessages()
  const texts = messages.linkPreview
  const { value: preview, failure } = useLoaded(id, () => fetchLinkPreview(tokenSource, id))
  const problem = failure !== undefined && fill(texts.failed, { message: errorMessage(failure, messages) })
  useInsertionEffect(() => adoptStyles(css), []) // Only owners see them.

  const faults = preview?.faults ?? []
  const isLocal = preview !== undefined && isLoopback(preview.bubble.host)
  return (
    <section className="link-preview" aria-label={label ?? texts.title}>
      {/* Above what comes later, which would move a button away from the finger. */}
      <ShareButtons title={title} url={origin + itemPath(id)}>
        {onClose && <QuietButton onClick={onClose}>{texts.close}</QuietButton>}
      </ShareButtons>
      {preview && <LinkBubbleView {...preview.bubble} />}
      <p role="status">{problem || (preview ? texts.about : texts.asking)}</p>
      {isLocal && <p>{texts.localOnly}</p>}
      {preview && faults.length === 0 && <p className="quiet">{isLocal ? texts.allElseWell : texts.allWell}</p>}
      {faults.length > 0 && (
        <>
          <p>{texts.faults}</p>
          <ul className="link-faults">
            {faults.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
          {editHref !== undefined && (
            <p className="actions">
              <a className="button button-quiet" href={editHref}>
                {texts.edit}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** The link preview, as WhatsApp shows it in a chat. */
function LinkBubbleView({ title, description, host, imageUrl }: LinkBubble) {
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

/** The link preview of an item as WhatsApp would show it now. @throws Error for `errorMessage`. */
async function fetchLinkPreview(tokenSource: TokenSource, id: string): Promise<LinkPreview> {
  return callApi(tokenSource, { method: 'GET', path: `/api/items/${id}/preview` })
}
