import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'

import { centre, type Focus } from '../../../src/domain/focus.ts'
import { fill } from '../../../src/domain/template.ts'
import { FieldNotes, notesOf } from '../../ui/field.tsx'
import { focusStep } from '../../ui/focus-class.ts'
import { useMessages } from '../../use-messages.ts'

/** The part of a picture that was chosen. */
export interface ChosenFocus {
  readonly focus: Focus | null
  readonly onChange: (focus: Focus) => void
  readonly error: string | undefined
}

interface CoverFocusProps extends ChosenFocus {
  /** What crops the picture. */
  readonly croppedBy?: 'card' | 'hero'
  /** Renders the picture. */
  readonly renderPicture: (style?: CSSProperties) => ReactNode
}

/** How far an arrow key moves the focus, in percent. */
const steps: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -5, y: 0 },
  ArrowRight: { x: 5, y: 0 },
  ArrowUp: { x: 0, y: -5 },
  ArrowDown: { x: 0, y: 5 },
}

/** Chooses the part of a picture that stays in sight, by tap or by arrow keys, next to how a page crops it. */
export function CoverFocus({ croppedBy = 'card', focus, onChange, error, renderPicture }: CoverFocusProps) {
  const { photoField } = useMessages()
  const { x, y } = focus ?? centre
  const notes = { name: 'focus', error }
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: toPercent((clientX - left) / width), y: toPercent((clientY - top) / height) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onChange({ x: toPercent((x + step.x) / 100), y: toPercent((y + step.y) / 100) })
  }
  return (
    <div className="cover-focus">
      <div>
        <p id="focus-label">{photoField.focus[croppedBy]}</p>
        <p className="quiet" id="focus-about">
          {photoField.focusAbout}
        </p>
      </div>
      <div className="cover-focus-pictures">
        <div
          className="cover-focus-area"
          role="slider"
          tabIndex={0}
          aria-labelledby="focus-label"
          aria-describedby={`focus-about ${notesOf(notes) ?? ''}`.trim()}
          aria-valuenow={x}
          aria-valuetext={fill(photoField.focusPoint, { x, y })}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          {renderPicture()}
          <span className="cover-focus-mark" style={{ left: `${x}%`, top: `${y}%` }} />
        </div>
        <figure>
          <div className={`cover-focus-${croppedBy}`}>
            {renderPicture({ objectPosition: `${onPage(x)}% ${onPage(y)}%` })}
          </div>
          <figcaption className="quiet">{photoField.cropped[croppedBy]}</figcaption>
        </figure>
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}

function toPercent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 100)
}

/** Pages have ten steps, and no inline styles. */
function onPage(percent: number): number {
  return 10 * focusStep(percent)
}
