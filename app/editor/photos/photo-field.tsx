import { useRef, useState, type ChangeEvent } from 'react'

import { maxPhotos } from '../../../src/domain/photo.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useMessages } from '../../use-messages.ts'
import { draftFromFile, remainingSlots, type ChangePhotos, type Photos } from './draft-photo.ts'
import { PhotoList } from './photo-list.tsx'
import { useIncomingFiles } from './use-incoming-files.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

interface PhotoFieldProps {
  readonly photos: Photos
  readonly onChange: ChangePhotos
  readonly uploads: PhotoUploads
  readonly error: string | undefined
}

/** A field for photos from this device: picked, taken with the camera, dropped or pasted. */
export function PhotoField({ photos, onChange, uploads, error }: PhotoFieldProps) {
  const { photoField } = useMessages()
  const chooser = useRef<HTMLButtonElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [announcement, announce] = useState('')

  const addFiles = (picked: readonly File[]) => {
    const slots = remainingSlots(photos)
    uploads.setProblems(picked.length > slots ? [photoField.tooMany(maxPhotos)] : [])
    onChange((all) => [...all, ...picked.slice(0, remainingSlots(all)).map(draftFromFile)])
  }
  useIncomingFiles(addFiles)
  const onPick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addFiles([...(currentTarget.files ?? [])])
    currentTarget.value = '' // Allows picking the same file again.
  }
  return (
    <fieldset className="photo-field" name="photos" tabIndex={-1} aria-describedby="photos-about photos-error">
      <legend>{photoField.legend}</legend>
      <p className="quiet" id="photos-about">
        {photoField.about(maxPhotos)}
      </p>
      {photos.length > 0 && (
        <PhotoList photos={photos} onChange={onChange} uploads={uploads} chooser={chooser} announce={announce} />
      )}
      <p className="actions">
        <input ref={files} type="file" accept="image/*" multiple hidden onChange={onPick} />
        <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={onPick} />
        <button
          className="button button-quiet"
          type="button"
          ref={chooser}
          disabled={!isHydrated}
          onClick={() => files.current?.click()}
        >
          {photoField.choose}
        </button>
        {/* The photo pickers of some phones do not offer the camera. */}
        <button
          className="button button-quiet photo-camera"
          type="button"
          disabled={!isHydrated}
          onClick={() => camera.current?.click()}
        >
          {photoField.take}
        </button>
      </p>
      <p className="field-error" id="photos-error" hidden={error === undefined}>
        {error}
      </p>
      {uploads.problems.length > 0 && (
        <div className="field-error" role="alert">
          {uploads.problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  )
}
