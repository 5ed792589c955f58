import { useEffect, useState } from 'react'

import { isImageUrl } from '../../src/domain/item.ts'
import { photoFromUrl, photoUrlAtLeast } from '../../src/domain/photo.ts'
import { useMessages } from '../use-messages.ts'

/** As long as someone who types pauses between two keys, in milliseconds: half an address is asked of nobody. */
const pauseMs = 300

/** Shows the picture at a typed address, in a frame that is there before: what is typed below stays where it is. */
export function ImagePreview({ url }: { url: string }) {
  const { create } = useMessages()
  const settledUrl = useSettled(url)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <div className="image-preview">
      {isImageUrl(settledUrl) &&
        (brokenUrl === settledUrl ? (
          <p>{create.imageUnreadable}</p>
        ) : (
          <img src={smallFileOf(settledUrl)} alt={create.imagePreview} onError={() => setBrokenUrl(settledUrl)} />
        ))}
    </div>
  )
}

/** Of a photo of the shop's own, as much as the frame shows on a screen of two pixels to a point. */
function smallFileOf(url: string): string {
  const photo = photoFromUrl(url)
  return photo ? photoUrlAtLeast(photo, 360, 'webp') : url
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
