import { useRef, useState } from 'react'
import type { ChangeEvent } from 'react'

import { maxPhotos } from '../../../src/domain/photo.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useMessages } from '../../use-messages.ts'
import { draftOfFile, roomFor } from './draft-photo.ts'
import type { ChangePhotos, Photos } from './draft-photo.ts'
import { PhotoList } from './photo-list.tsx'
import { useIncomingFiles } from './use-incoming-files.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

interface PhotoFieldProps {
  readonly photos: Photos
  readonly onChange: ChangePhotos
  readonly uploads: PhotoUploads
  readonly error: string | undefined
}

/** Photos from this device: picked, taken, dropped or pasted. */
export function PhotoField({ photos, onChange, uploads, error }: PhotoFieldProps) {
  const { photoField } = useMessages()
  const chooser = useRef<HTMLButtonElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [announcement, announce] = useState('')

  const take = (picked: readonly File[]) => {
    const room = roomFor(photos)
    uploads.setProblems(picked.length > room ? [photoField.tooMany(maxPhotos)] : [])
    onChange((all) => [...all, ...picked.slice(0, roomFor(all)).map(draftOfFile)])
  }
  useIncomingFiles(take)
  const onPick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    take([...(currentTarget.files ?? [])])
    currentTarget.value = '' // The same file may be picked again.
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
        {/* The pictures that some phones offer to choose from have no way to the camera. */}
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
