import { useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react'

import type { Focus } from '../../../src/domain/focus.ts'
import { maxPhotos } from '../../../src/domain/photo.ts'
import { fill } from '../../../src/domain/template.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useObservable } from '../../ui/use-observable.ts'
import { useMessages } from '../../use-messages.ts'
import type { FormPhoto, PhotoUploads } from '../upload/photo-uploads.ts'
import { preloadResizing } from '../upload/resize-photo.ts'
import { CoverFocus } from './cover-focus.tsx'
import { PhotoImage } from './photo-image.tsx'
import { PhotoList } from './photo-list.tsx'
import { PhotoProblems } from './photo-problems.tsx'
import { useIncomingFiles } from './use-incoming-files.ts'

interface PhotoFieldProps {
  readonly uploads: PhotoUploads
  readonly photos: readonly FormPhoto[]
  readonly error: string | undefined
  /** Whether the item has no other image. */
  readonly isRequired: boolean
  /** The part of the first photo that cards show. */
  readonly focus: Focus | null
  readonly onFocus: (focus: Focus) => void
  readonly focusError: string | undefined
}

/** The cover is half as wide as a phone, at a pixel ratio of 3. */
const coverWidth = 540

/** A field for photos from this device: picked, taken with the camera, dropped or pasted. */
export function PhotoField({ uploads, photos, error, isRequired, focus, onFocus, focusError }: PhotoFieldProps) {
  const { photoField } = useMessages()
  const chooser = useRef<HTMLButtonElement>(null)
  const { problems } = useObservable(uploads)
  const [announcement, announce] = useState('')
  const addFiles = (files: readonly File[]) => uploads.add(files)
  useIncomingFiles(addFiles)
  useEffect(() => void preloadResizing(), [])
  const [cover] = photos
  return (
    <fieldset className="photo-field" name="photos" tabIndex={-1} aria-describedby="photos-about photos-error">
      <legend className={isRequired ? 'is-required' : undefined}>{photoField.legend}</legend>
      <p className="quiet" id="photos-about">
        {fill(photoField.about, { max: maxPhotos })}
      </p>
      <p className="field-error" id="photos-error" hidden={error === undefined}>
        {error}
      </p>
      {photos.length > 0 && <PhotoList photos={photos} uploads={uploads} chooser={chooser} announce={announce} />}
      <PickerButtons chooser={chooser} onAdd={addFiles} />
      <PhotoProblems problems={problems} />
      {(cover?.photo ?? cover?.resized) && (
        <CoverFocus
          focus={focus}
          onChange={onFocus}
          error={focusError}
          renderPicture={(style) => <PhotoImage photo={cover} width={coverWidth} style={style} />}
        />
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  )
}

interface PickerButtonsProps {
  readonly chooser: RefObject<HTMLButtonElement | null>
  readonly onAdd: (files: readonly File[]) => void
}

function PickerButtons({ chooser, onAdd }: PickerButtonsProps) {
  const { photoField } = useMessages()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const onPick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(currentTarget.files ?? [])])
    currentTarget.value = '' // Allows picking the same file again.
  }
  return (
    <p className="actions">
      <input ref={files} type="file" accept="image/*" multiple hidden onChange={onPick} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onPick} />
      <QuietButton ref={chooser} disabled={!isHydrated} onClick={() => files.current?.click()}>
        {photoField.choose}
      </QuietButton>
      {/* The photo pickers of some phones do not offer the camera. */}
      <QuietButton className="photo-camera" disabled={!isHydrated} onClick={() => camera.current?.click()}>
        {photoField.take}
      </QuietButton>
    </p>
  )
}
