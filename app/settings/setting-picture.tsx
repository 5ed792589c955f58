import type { CSSProperties } from 'react'

import { PhotoImage } from '../editor/photos/photo-image.tsx'
import type { FormPhoto } from '../editor/upload/photo-uploads.ts'

/** Of the file, in pixels: the form and the preview show it at 360 at most, on screens with a pixel ratio of 2. */
const fileWidth = 720

/** A photo of the form: the file on this device until the shop has it. */
export function SettingPicture({ photo, style }: { readonly photo: FormPhoto; readonly style?: CSSProperties }) {
  return <PhotoImage photo={photo} width={fileWidth} style={style} />
}
