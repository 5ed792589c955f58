import { useEffect, useInsertionEffect, useState } from 'react'

import type { LinkPreview } from '../../src/domain/link-preview.ts'
import type { TokenSource } from '../api/api-client.ts'
import { errorMessage } from '../api/localized-error.ts'
import { useMessages } from '../use-messages.ts'
import { fetchLinkPreview } from './link-preview-api.ts'
import { LinkBubbleView, LinkFaults } from './link-preview.tsx'
import { loadLinkStyles } from './load-styles.ts'

interface LinkCheckProps {
  readonly tokenSource: TokenSource
  /** The item's id. */
  readonly id: string
  /** The section's label, if the page has several. */
  readonly label?: string
  /** The page of the editor, if that is another page. */
  readonly editHref?: string
}

/** Checks an item's link preview on the server, and shows the preview and its faults. */
export function LinkCheck({ tokenSource, id, label, editHref }: LinkCheckProps) {
  const messages = useMessages()
  const texts = messages.linkPreview
  const [preview, setPreview] = useState<LinkPreview>()
  const [failure, setFailure] = useState<string>()
  useInsertionEffect(loadLinkStyles, [])

  useEffect(() => {
    const controller = new AbortController()
    const check = async () => {
      try {
        const result = await fetchLinkPreview(tokenSource, id)
        if (!controller.signal.aborted) setPreview(result)
      } catch (error) {
        if (!controller.signal.aborted) setFailure(messages.linkPreview.failed(errorMessage(error, messages)))
      }
    }
    void check()
    return () => controller.abort()
  }, [tokenSource, id, messages])

  return (
    <section className="link-preview" aria-label={label ?? texts.title}>
      {preview && <LinkBubbleView {...preview.bubble} />}
      <p role="status">{failure ?? (preview ? texts.about : texts.asking)}</p>
      {preview && <LinkFaults faults={preview.faults} />}
      {preview && preview.faults.length > 0 && editHref !== undefined && (
        <p className="actions">
          <a className="button button-quiet" href={editHref}>
            {texts.edit}
          </a>
        </p>
      )}
    </section>
  )
}
