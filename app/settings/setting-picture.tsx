import { useCallback } from 'react'

import { photoUrlAtLeast } from '../../src/domain/photo.ts'
import type { FormPhoto } from '../editor/upload/photo-uploads.ts'

/** Of the file, in pixels: the form and the preview show it at 360 at most, on screens with a pixel ratio of 2. */
const fileWidth = 720

/** A photo of the form: the file on this device until the shop has it. */
export function SettingPicture({ photo: { photo, resized } }: { readonly photo: FormPhoto }) {
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
  return photo || blob ? <img ref={show} src={photo && photoUrlAtLeast(photo, fileWidth, 'webp')} alt="" /> : null
}
