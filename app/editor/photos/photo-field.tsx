import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'

import { maxPhotos } from '../../../src/domain/photo.ts'
import { fill, pluralOf } from '../../../src/domain/template.ts'
import { FieldNotes, notesOf } from '../../ui/field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useObservable } from '../../ui/use-observable.ts'
import { useMessages } from '../../use-messages.ts'
import type { FormPhoto, PhotoUploads } from '../upload/photo-uploads.ts'
import { preloadResizing } from '../upload/resize-photo.ts'
import { CoverFocus, type ChosenFocus } from './cover-focus.tsx'
import { PhotoImage } from './photo-image.tsx'
import { PhotoProblems } from './photo-problems.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { PickerButton } from './picker-button.tsx'
import { useIncomingFiles } from './use-incoming-files.ts'
import { useSortable } from './use-sortable.ts'

interface PhotoFieldProps {
  readonly uploads: PhotoUploads
  readonly photos: readonly FormPhoto[]
  readonly error: string | undefined
  /** Whether the item has no other image. */
  readonly isRequired: boolean
  /** The part of the first photo that cards show. */
  readonly focus: ChosenFocus
}

/** The cover is half as wide as a phone, at a pixel ratio of 3. */
const coverWidth = 540

/** A field for photos from this device: picked, taken with the camera, dropped or pasted. */
export function PhotoField({ uploads, photos, error, isRequired, focus }: PhotoFieldProps) {
  const { photoField } = useMessages()
  const chooser = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  const { problems } = useObservable(uploads)
  const [announcement, announce] = useState('')
  const addFiles = (files: readonly File[]) => uploads.add(files)
  useIncomingFiles(addFiles)
  useEffect(() => void preloadResizing(), [])
  const notes = { name: 'photos', hint: fill(photoField.about, { max: maxPhotos }), error }
  const [cover] = photos
  return (
    <fieldset className="photo-field" name="photos" tabIndex={-1} aria-describedby={notesOf(notes)}>
      <legend className={isRequired ? 'is-required' : undefined}>{photoField.legend}</legend>
      <FieldNotes {...notes} />
      {photos.length > 0 && <PhotoList photos={photos} uploads={uploads} chooser={chooser} announce={announce} />}
      <p className="actions">
        <PickerButton ref={chooser} multiple disabled={!isHydrated} onPick={addFiles}>
          {photoField.choose}
        </PickerButton>
        {/* The photo pickers of some phones do not offer the camera. */}
        <PickerButton className="photo-camera" capture="environment" disabled={!isHydrated} onPick={addFiles}>
          {photoField.take}
        </PickerButton>
      </p>
      <PhotoProblems problems={problems} />
      {(cover?.photo ?? cover?.resized) && (
        <CoverFocus
          {...focus}
          renderPicture={(style) => <PhotoImage photo={cover} width={coverWidth} style={style} />}
        />
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  )
}

interface PhotoListProps {
  readonly photos: readonly FormPhoto[]
  readonly uploads: PhotoUploads
  /** Gets the focus when the last photo is removed. */
  readonly chooser: RefObject<HTMLButtonElement | null>
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void
}

/** The photos in order. Dragging a thumbnail or pressing a button changes the order. */
function PhotoList({ photos, uploads, chooser, announce }: PhotoListProps) {
  const { photoField, site } = useMessages()
  const list = useRef<HTMLUListElement>(null)
  /** Gets the focus after the change: moved and removed elements lose it. */
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    focused.current?.focus()
    focused.current = null
  })
  const move = (from: number, to: number) => {
    uploads.move(from, to)
    announce(fill(photoField.moved, { number: to + 1, count: photos.length }))
  }
  const remove = ({ currentTarget }: MouseEvent, key: string) => {
    const tile = currentTarget.closest('li')
    const neighbour = tile?.nextElementSibling ?? tile?.previousElementSibling
    if (neighbour) focused.current = neighbour.querySelector<HTMLElement>('button:last-of-type')
    else chooser.current?.focus()
    uploads.remove(key)
    const count = photos.length - 1
    announce(fill(pluralOf(photoField.removed, count, site.language), { count }))
  }
  useSortable(list, { handle: '.photo-thumbnail', isOn: photos.length > 1, onMove: move })
  return (
    <ul className="photos" ref={list}>
      {photos.map((photo, index) => (
        <PhotoTile
          key={photo.key}
          photo={photo}
          number={index + 1}
          count={photos.length}
          onMove={(event, to) => {
            focused.current = event.currentTarget
            move(index, to)
          }}
          onRemove={(event) => remove(event, photo.key)}
          onTryAgain={({ currentTarget }) => {
            focused.current = currentTarget.parentElement?.lastElementChild as HTMLElement
            uploads.retry(photo.key)
          }}
        />
      ))}
    </ul>
  )
}
