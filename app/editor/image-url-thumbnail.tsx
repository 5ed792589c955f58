import { useEffect, useState, type CSSProperties } from 'react'

import { isImageUrl, photoFromUrl, photoUrlAtLeast } from '../../src/domain/photo.ts'
import { useMessages } from '../use-messages.ts'
import { CoverFocus, type ChosenFocus } from './photos/cover-focus.tsx'

interface ImageUrlThumbnailProps {
  readonly url: string
  /** Whether this image is the item's cover, as the item has no photos. */
  readonly isCover: boolean
  readonly focus: ChosenFocus
}

/** How long the URL must stay unchanged before its image is requested, in milliseconds. */
const debounceMs = 300

/** Shows the image at the URL in a frame of fixed size, so that the fields below do not move. */
export function ImageUrlThumbnail({ url, isCover, focus }: ImageUrlThumbnailProps) {
  const { create } = useMessages()
  const debouncedUrl = useDebounced(url)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const [loadedUrl, setLoadedUrl] = useState<string>()
  const src = thumbnailUrl(debouncedUrl)
  const isShown = isImageUrl(debouncedUrl)
  return (
    <>
      <div className="image-url-thumbnail">
        {isShown &&
          (brokenUrl === debouncedUrl ? (
            <p>{create.imageUnreadable}</p>
          ) : (
            <img
              src={src}
              alt={create.imagePreview}
              onLoad={() => setLoadedUrl(debouncedUrl)}
              onError={() => setBrokenUrl(debouncedUrl)}
            />
          ))}
      </div>
      {isCover && loadedUrl === url && debouncedUrl === url && (
        <CoverFocus
          {...focus}
          renderPicture={(style?: CSSProperties) => <img src={src} alt="" draggable={false} style={style} />}
        />
      )}
    </>
  )
}

/** For a photo of the shop, a small file: the frame at a pixel ratio of 2. */
function thumbnailUrl(url: string): string {
  const photo = photoFromUrl(url)
  return photo ? photoUrlAtLeast(photo, 360) : url
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
