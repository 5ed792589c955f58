import { useCallback, type MouseEvent } from 'react'

import { photoUrl, photoWidths, type Photo } from '../../../src/domain/photo.ts'
import { errorMessage } from '../../api/localized-error.ts'
import { useMessages } from '../../use-messages.ts'
import type { FormPhoto } from '../upload/photo-uploads.ts'

type Press = (event: MouseEvent<HTMLButtonElement>) => void

interface PhotoTileProps {
  readonly photo: FormPhoto
  /** Its position, from 1. */
  readonly number: number
  readonly count: number
  readonly onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void
  readonly onRemove: Press
  readonly onTryAgain: Press
}

/** One photo of the form: thumbnail, position, upload progress and buttons. */
export function PhotoTile({ photo, number, count, onMove, onRemove, onTryAgain }: PhotoTileProps) {
  const { photoField } = useMessages()
  const button = (action: string, press: Press, isDisabled = false) => (
    <button
      type="button"
      aria-label={photoField.of(action, number)}
      aria-disabled={isDisabled}
      onClick={(event) => !isDisabled && press(event)}
    >
      {action}
    </button>
  )
  return (
    <li className="photo">
      <div className="photo-thumbnail">
        <PhotoThumbnail photo={photo} />
      </div>
      <div className="photo-text">
        <p>
          {photoField.photo(number)} {number === 1 && <span className="chip">{photoField.shownFirst}</span>}
        </p>
        <Progress photo={photo} number={number} />
        <p className="photo-actions">
          {count > 1 && button(photoField.earlier, (event) => onMove(event, number - 2), number === 1)}
          {count > 1 && button(photoField.later, (event) => onMove(event, number), number === count)}
          {photo.status === 'failed' && button(photoField.tryAgain, onTryAgain)}
          {button(photoField.remove, onRemove)}
        </p>
      </div>
    </li>
  )
}

export function Progress({
  photo: { name, resized, status, share = 0, error },
  number,
}: Pick<PhotoTileProps, 'photo' | 'number'>) {
  const messages = useMessages()
  const { photoField } = messages
  if (status === 'done') return null
  if (status === 'failed') {
    return (
      <p className="field-error">
        {name} {errorMessage(error, messages)}
      </p>
    )
  }
  const percent = status === 'uploading' ? Math.round(share * 100) : 0
  const step = resized ? photoField.sending(percent) : photoField.preparing
  return (
    <>
      <progress aria-label={photoField.photo(number)} max={100} value={resized && percent} />
      <p className="quiet">{status === 'waiting' ? photoField.waiting : step}</p>
    </>
  )
}

/** A photo's thumbnail: of the resized file until it is uploaded. A picked file may not be a photo at all. */
function PhotoThumbnail({ photo: { resized, photo } }: Pick<PhotoTileProps, 'photo'>) {
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
  return photo || blob ? <img ref={show} src={photo && smallestUrl(photo)} alt="" draggable={false} /> : null
}

function smallestUrl({ id, width }: Photo): string {
  const [smallest = width] = photoWidths(width)
  return photoUrl(id, smallest, 'webp')
}
