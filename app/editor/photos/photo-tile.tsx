import type { MouseEvent } from 'react'

import { useMessages } from '../../use-messages.ts'
import type { UploadState } from '../upload/upload-job.ts'
import type { DraftPhoto } from './draft-photo.ts'
import { PhotoThumbnail } from './photo-thumbnail.tsx'

type Press = (event: MouseEvent<HTMLButtonElement>) => void

interface PhotoTileProps {
  readonly photo: DraftPhoto
  /** Its position, from 1. */
  readonly number: number
  readonly count: number
  readonly state: UploadState | undefined
  readonly onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void
  readonly onRemove: Press
  readonly onTryAgain: Press
}

/** One photo of the form: thumbnail, position, upload progress and buttons. */
export function PhotoTile({ photo, number, count, state, onMove, onRemove, onTryAgain }: PhotoTileProps) {
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
        {!photo.photo && <Progress photo={photo} number={number} state={state} />}
        <p className="photo-actions">
          {count > 1 && button(photoField.earlier, (event) => onMove(event, number - 2), number === 1)}
          {count > 1 && button(photoField.later, (event) => onMove(event, number), number === count)}
          {state?.status === 'failed' && button(photoField.tryAgain, onTryAgain)}
          {button(photoField.remove, onRemove)}
        </p>
      </div>
    </li>
  )
}

function Progress({ photo, number, state }: Pick<PhotoTileProps, 'photo' | 'number' | 'state'>) {
  const { photoField } = useMessages()
  if (state?.status === 'failed') {
    return (
      <p className="field-error">
        {photo.name} {state.message}
      </p>
    )
  }
  const percent = state?.status === 'sending' ? Math.round(state.share * 100) : 0
  const isResized = photo.sha256 !== undefined
  return (
    <>
      <progress aria-label={photoField.photo(number)} max={100} value={isResized ? percent : undefined} />
      <p className="quiet">
        {state?.status === 'waiting'
          ? photoField.waiting
          : isResized
            ? photoField.sending(percent)
            : photoField.preparing}
      </p>
    </>
  )
}
