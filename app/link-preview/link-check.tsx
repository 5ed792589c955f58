import { useEffect, useInsertionEffect, useState } from 'react'

import type { LinkPreview } from '../../src/domain/link-preview.ts'
import type { Asking } from '../api/api-client.ts'
import { errorMessage } from '../api/localized-error.ts'
import { useMessages } from '../use-messages.ts'
import { askLinkPreview } from './link-preview-api.ts'
import { LinkBubbleView, LinkFaults } from './link-preview.tsx'
import { bringLinkStyles } from './load-styles.ts'

interface LinkCheckProps {
  readonly asking: Asking
  /** The piece's. */
  readonly id: string
  /** What the section is called where there are several. */
  readonly label?: string
  /** Where the piece can be changed, when that is another page. */
  readonly editHref?: string
}

/** Has the shop look at a piece's link, and shows what it found. */
export function LinkCheck({ asking, id, label, editHref }: LinkCheckProps) {
  const messages = useMessages()
  const words = messages.linkPreview
  const [preview, setPreview] = useState<LinkPreview>()
  const [failure, setFailure] = useState<string>()
  useInsertionEffect(bringLinkStyles, [])

  useEffect(() => {
    const ended = new AbortController()
    const ask = async () => {
      try {
        const found = await askLinkPreview(asking, id)
        if (!ended.signal.aborted) setPreview(found)
      } catch (error) {
        if (!ended.signal.aborted) setFailure(messages.linkPreview.failed(errorMessage(error, messages)))
      }
    }
    void ask()
    return () => ended.abort()
  }, [asking, id, messages])

  return (
    <section className="link-preview" aria-label={label ?? words.title}>
      {preview && <LinkBubbleView {...preview.bubble} />}
      <p role="status">{failure ?? (preview ? words.about : words.asking)}</p>
      {preview && <LinkFaults faults={preview.faults} />}
      {preview && preview.faults.length > 0 && editHref !== undefined && (
        <p className="actions">
          <a className="button button-quiet" href={editHref}>
            {words.edit}
          </a>
        </p>
      )}
    </section>
  )
}
