import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'

import type { Focus } from '../../../src/domain/item/focus.ts'
import { useMessages } from '../../use-messages.ts'

interface CoverFocusProps {
  readonly focus: Focus | null
  readonly onChange: (focus: Focus) => void
  readonly error: string | undefined
  /** Renders the cover. */
  readonly renderPicture: (style?: CSSProperties) => ReactNode
}

const centre: Focus = { x: 50, y: 50 }

/** How far an arrow key moves the focus, in percent. */
const steps: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -5, y: 0 },
  ArrowRight: { x: 5, y: 0 },
  ArrowUp: { x: 0, y: -5 },
  ArrowDown: { x: 0, y: 5 },
}

/** Chooses the part of the cover that stays in sight on cards, by tap or by arrow keys, next to how a card shows it. */
export function CoverFocus({ focus, onChange, error, renderPicture }: CoverFocusProps) {
  const { photoField } = useMessages()
  const { x, y } = focus ?? centre
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
        <p id="focus-label">{photoField.focus}</p>
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
          aria-describedby="focus-about focus-error"
          aria-valuenow={x}
          aria-valuetext={photoField.focusPoint(x, y)}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          {renderPicture()}
          <span className="cover-focus-mark" style={{ left: `${x}%`, top: `${y}%` }} />
        </div>
        <figure>
          <div className="cover-focus-card">{renderPicture({ objectPosition: `${onCard(x)}% ${onCard(y)}%` })}</div>
          <figcaption className="quiet">{photoField.onCard}</figcaption>
        </figure>
      </div>
      <p className="field-error" id="focus-error" hidden={error === undefined}>
        {error}
      </p>
    </div>
  )
}

function toPercent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 100)
}

/** Cards have ten steps: their pages have no inline styles. */
function onCard(percent: number): number {
  return Math.round(percent / 10) * 10
}
