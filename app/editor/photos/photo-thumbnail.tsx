import { useCallback } from 'react'

import { photoUrl, photoWidths } from '../../../src/domain/photo.ts'
import type { Photo } from '../../../src/domain/photo.ts'
import type { DraftPhoto } from './draft-photo.ts'

/** A photo's picture, small, from the browser until the shop has it. What was only picked may not be a picture at all. */
export function PhotoPicture({ photo: { blob, sha256, photo } }: { photo: DraftPhoto }) {
  const prepared = photo || sha256 === undefined ? undefined : blob
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !prepared) return
      const url = URL.createObjectURL(prepared)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [prepared],
  )
  if (!photo && !prepared) return null
  return <img ref={show} src={photo && smallestUrl(photo)} alt="" draggable={false} />
}

function smallestUrl({ id, width }: Photo): string {
  const [smallest = width] = photoWidths(width)
  return photoUrl(id, smallest, 'webp')
}
