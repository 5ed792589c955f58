import type { Point, Zoom } from './zoom.ts'

interface GestureActions {
  readonly zoom: Zoom
  /** A finger drags the whole picture sideways, in pixels; 0 lets it go. */
  readonly drag: (dx: number) => void
  /** Shows the next photo (1) or the previous one (-1). */
  readonly turn: (step: 1 | -1) => void
  readonly close: () => void
}

/** How far a finger moves for a swipe, and for anything but a tap, in pixels. */
const distances = { swipe: 50, tap: 8 } as const

/** Two taps within this time are a double tap, in milliseconds. */
const doubleTapMs = 300

/** Pinch, pan, swipe, double tap and wheel on an element whose `touch-action` is `none`. */
export function followGestures(element: HTMLElement, actions: GestureActions): void {
  const { zoom } = actions
  const pointers = new Map<number, Point>()
  /** How far the only finger has moved since it was put down. */
  let moved = { x: 0, y: 0 }
  let hasPinched = false
  let lastTap = 0

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, pointOf(event))
    hasPinched = pointers.size > 1
    if (hasPinched) actions.drag(0)
    else moved = { x: 0, y: 0 }
  })

  element.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const point = pointOf(event)
    pointers.set(event.pointerId, point)
    const dx = point.x - before.x
    const dy = point.y - before.y
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) {
      zoom.move(dx / 2, dy / 2)
      zoom.by(distance(point, other) / distance(before, other), middle(point, other))
    } else if (zoom.scale() > 1) zoom.move(dx, dy)
    moved = { x: moved.x + dx, y: moved.y + dy }
    if (!other && !hasPinched && zoom.scale() === 1) actions.drag(moved.x)
  })

  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return
    const wasTapped = Math.hypot(moved.x, moved.y) < distances.tap && !hasPinched && event.type === 'pointerup'
    if (wasTapped) return tap(event)
    if (zoom.scale() > 1 || hasPinched) return
    actions.drag(0)
    if (Math.abs(moved.x) > Math.max(distances.swipe, Math.abs(moved.y))) actions.turn(moved.x < 0 ? 1 : -1)
    else if (moved.y > 2 * distances.swipe) actions.close()
  }
  element.addEventListener('pointerup', release)
  element.addEventListener('pointercancel', release)

  /** A click of the mouse enlarges; so do two taps. */
  const tap = (event: PointerEvent) => {
    const isDouble = event.timeStamp - lastTap < doubleTapMs
    lastTap = event.timeStamp
    if (event.pointerType === 'mouse' || isDouble) zoom.toggle(pointOf(event))
    actions.drag(0)
  }

  zoomByWheel(element, zoom)
}

function zoomByWheel(element: HTMLElement, zoom: Zoom): void {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const step = event.deltaMode === event.DOM_DELTA_LINE ? 12 : 400
    zoom.by(Math.exp(-event.deltaY / step), pointOf(event))
  }
  element.addEventListener('wheel', onWheel, { passive: false })
}

function pointOf({ clientX, clientY }: MouseEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y) || 1
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
