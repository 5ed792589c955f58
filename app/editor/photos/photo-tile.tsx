import type { MouseEvent } from 'react'

import { fill } from '../../../src/domain/template.ts'
import { errorMessage } from '../../api/localized-error.ts'
import { useMessages } from '../../use-messages.ts'
import type { FormPhoto } from '../upload/photo-uploads.ts'
import { PhotoImage } from './photo-image.tsx'

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

/** A tile has 9 rem at most, at a pixel ratio of 2. */
const thumbnailWidth = 360

/** One photo of the form: thumbnail, position, upload progress and buttons. */
export function PhotoTile({ photo, number, count, onMove, onRemove, onTryAgain }: PhotoTileProps) {
  const { photoField, site } = useMessages()
  const button = (action: string, press: Press, { symbol = action, isDisabled = false } = {}) => (
    <button
      type="button"
      title={symbol === action ? undefined : action}
      aria-label={fill(photoField.of, { action, number })}
      aria-disabled={isDisabled}
      onClick={(event) => !isDisabled && press(event)}
    >
      {symbol}
    </button>
  )
  const { earlier, later } = photoField
  return (
    <li className="photo">
      <div className="photo-thumbnail">
        <span className="photo-name">{photo.name}</span>
        <PhotoImage photo={photo} width={thumbnailWidth} />
      </div>
      <p className="photo-number">
        {fill(photoField.photo, { number })} {number === 1 && <span className="chip">{photoField.shownFirst}</span>}
      </p>
      <Progress photo={photo} number={number} />
      <p className="photo-actions">
        {photo.status === 'failed' && button(site.tryAgain, onTryAgain)}
        {count > 1 && button(earlier, (event) => onMove(event, number - 2), { symbol: '←', isDisabled: number === 1 })}
        {count > 1 && button(later, (event) => onMove(event, number), { symbol: '→', isDisabled: number === count })}
        {button(photoField.remove, onRemove, { symbol: '×' })}
      </p>
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
  const isCounted = resized !== undefined && status !== 'finishing'
  const describe = () => {
    if (status === 'waiting' || status === 'finishing') return photoField[status]
    return resized ? fill(photoField.sending, { percent }) : photoField.preparing
  }
  return (
    <>
      {/* Without a value, the bar moves by itself. */}
      <progress aria-label={fill(photoField.photo, { number })} max={100} value={isCounted ? percent : undefined} />
      <p className="quiet">{describe()}</p>
    </>
  )
}
