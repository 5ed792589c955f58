import { useEffect, useState } from 'react'

import { isImageUrl } from '../../src/domain/item.ts'
import { photoFromUrl, photoUrlAtLeast } from '../../src/domain/photo.ts'
import { useMessages } from '../use-messages.ts'

/** Avoids requests for half-typed URLs, in milliseconds. */
const debounceMs = 300

/** Shows the image at the URL in a frame of fixed size, so that the fields below do not move. */
export function ImageUrlThumbnail({ url }: { url: string }) {
  const { create } = useMessages()
  const debouncedUrl = useDebounced(url)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <div className="image-url-thumbnail">
      {isImageUrl(debouncedUrl) &&
        (brokenUrl === debouncedUrl ? (
          <p>{create.imageUnreadable}</p>
        ) : (
          <img src={thumbnailUrl(debouncedUrl)} alt={create.imagePreview} onError={() => setBrokenUrl(debouncedUrl)} />
        ))}
    </div>
  )
}

/** For a photo of the shop, a small file: the frame at a pixel ratio of 2. */
function thumbnailUrl(url: string): string {
  const photo = photoFromUrl(url)
  return photo ? photoUrlAtLeast(photo, 360, 'webp') : url
}

/** The value, once it has not changed for a while. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
