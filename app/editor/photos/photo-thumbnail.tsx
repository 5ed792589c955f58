import { useCallback } from 'react'

import { photoUrl, photoWidths, type Photo } from '../../../src/domain/photo.ts'
import type { DraftPhoto } from './draft-photo.ts'

/** A photo's thumbnail: from the resized file until it is uploaded. A picked file may not be a photo at all. */
export function PhotoThumbnail({ photo: { blob, sha256, photo } }: { photo: DraftPhoto }) {
  const resized = photo || sha256 === undefined ? undefined : blob
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !resized) return
      const url = URL.createObjectURL(resized)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [resized],
  )
  if (!photo && !resized) return null
  return <img ref={show} src={photo && smallestUrl(photo)} alt="" draggable={false} />
}

function smallestUrl({ id, width }: Photo): string {
  const [smallest = width] = photoWidths(width)
  return photoUrl(id, smallest, 'webp')
}
