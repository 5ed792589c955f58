import type { MouseEvent } from 'react'

import { useMessages } from '../../use-messages.ts'
import type { UploadState } from '../upload/upload-job.ts'
import type { DraftPhoto } from './draft-photo.ts'
import { PhotoPicture } from './photo-thumbnail.tsx'

type Press = (event: MouseEvent<HTMLButtonElement>) => void

interface PhotoTileProps {
  readonly photo: DraftPhoto
  /** From 1 on. */
  readonly number: number
  readonly count: number
  readonly state: UploadState | undefined
  readonly onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void
  readonly onRemove: Press
  readonly onTryAgain: Press
}

/** One photo of a form: what it shows, where it stands, how far it is, and what can be done with it. */
export function PhotoTile({ photo, number, count, state, onMove, onRemove, onTryAgain }: PhotoTileProps) {
  const { photoField } = useMessages()
  const button = (action: string, press: Press, isOff = false) => (
    <button
      type="button"
      aria-label={photoField.of(action, number)}
      aria-disabled={isOff}
      onClick={(event) => !isOff && press(event)}
    >
      {action}
    </button>
  )
  return (
    <li className="photo">
      <div className="photo-picture">
        <PhotoPicture photo={photo} />
      </div>
      <div className="photo-words">
        <p>
          {photoField.photo(number)} {number === 1 && <span className="chip">{photoField.shownFirst}</span>}
        </p>
        {!photo.photo && <Progress photo={photo} number={number} state={state} />}
        <p className="photo-actions">
          {count > 1 && button(photoField.earlier, (event) => onMove(event, number - 2), number === 1)}
          {count > 1 && button(photoField.later, (event) => onMove(event, number), number === count)}
          {state?.is === 'failed' && button(photoField.tryAgain, onTryAgain)}
          {button(photoField.remove, onRemove)}
        </p>
      </div>
    </li>
  )
}

function Progress({ photo, number, state }: Pick<PhotoTileProps, 'photo' | 'number' | 'state'>) {
  const { photoField } = useMessages()
  if (state?.is === 'failed') {
    return (
      <p className="field-error">
        {photo.name} {state.words}
      </p>
    )
  }
  const percent = state?.is === 'sending' ? Math.round(state.share * 100) : 0
  const isPrepared = photo.sha256 !== undefined
  return (
    <>
      <progress aria-label={photoField.photo(number)} max={100} value={isPrepared ? percent : undefined} />
      <p className="quiet">
        {state?.is === 'waiting' ? photoField.waiting : isPrepared ? photoField.sending(percent) : photoField.preparing}
      </p>
    </>
  )
}
