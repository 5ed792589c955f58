import { useState, type ReactNode } from 'react'

import { fill } from '../../src/domain/template.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'
import { canShare, copyLink, shareLink } from './share-link.ts'

interface ShareButtonsProps {
  readonly title: string
  readonly url: string
  /** More buttons, after ‘Copy link’. */
  readonly children?: ReactNode
}

/** Sends an item's link on, with the phone's share sheet if there is one. */
export function ShareButtons({ children, ...link }: ShareButtonsProps) {
  const { linkPreview } = useMessages()
  const [result, setResult] = useState('')
  const copy = async () => {
    setResult((await copyLink(link.url)) ? linkPreview.copied : fill(linkPreview.notCopied, { link: link.url }))
  }
  return (
    <>
      <p className="actions">
        {canShare() && (
          <button className="button" type="button" onClick={() => void shareLink(link)}>
            {linkPreview.share}
          </button>
        )}
        <QuietButton onClick={() => void copy()}>{linkPreview.copy}</QuietButton>
        {children}
      </p>
      <p className="quiet" aria-live="polite">
        {result}
      </p>
    </>
  )
}
