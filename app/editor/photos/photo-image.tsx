import { useCallback, type CSSProperties } from 'react'

import { photoUrlAtLeast } from '../../../src/domain/photo.ts'
import type { FormPhoto } from '../upload/photo-uploads.ts'

interface PhotoImageProps {
  readonly photo: FormPhoto
  /** The width of the file to show, in pixels: the next larger one, once the photo is uploaded. */
  readonly width: number
  readonly style?: CSSProperties
}

/** A photo of the form: the resized file until it is uploaded. Nothing before: a picked file may not be a photo at all. */
export function PhotoImage({ photo: { resized, photo }, width, style }: PhotoImageProps) {
  const blob = photo ? undefined : resized?.blob
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !blob) return
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  if (!photo && !blob) return null
  return <img ref={show} src={photo && photoUrlAtLeast(photo, width)} alt="" draggable={false} style={style} />
}
