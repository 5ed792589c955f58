import { useEffect, useState } from 'react'

import { isImageUrl } from '../../src/domain/item.ts'
import { create } from '../../src/domain/messages.ts'

/** As long as someone who types pauses between two keys, in milliseconds: half an address is asked of nobody. */
const pauseMs = 300

/** Shows the picture at a typed address. */
export function ImagePreview({ url }: { url: string }) {
  const settledUrl = useSettled(url)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (!isImageUrl(settledUrl)) return null
  return (
    <figure className="image-preview">
      {brokenUrl === settledUrl ? (
        <figcaption>{create.imageUnreadable}</figcaption>
      ) : (
        <img src={settledUrl} alt={create.imagePreview} onError={() => setBrokenUrl(settledUrl)} />
      )}
    </figure>
  )
}

/** The value, once it has stayed the same for a pause. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
