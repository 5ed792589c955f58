import { useState } from 'react'

import { isImageUrl } from '../../src/domain/item.ts'
import { create } from '../../src/domain/messages.ts'

/** Shows the picture at a typed address as soon as it could be one. */
export function ImagePreview({ url }: { url: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (!isImageUrl(url)) return null
  return (
    <figure className="image-preview">
      {brokenUrl === url ? (
        <figcaption>{create.imageUnreadable}</figcaption>
      ) : (
        <img src={url} alt={create.imagePreview} onError={() => setBrokenUrl(url)} />
      )}
    </figure>
  )
}
