/** The largest zoom. A photo has at most 1,440 pixels, four for each of a small phone's. */
const maxScale = 5

/** How much a double tap or a click enlarges. */
const tapScale = 2.5

export interface Point {
  readonly x: number
  readonly y: number
}

/** Enlarges and moves a picture within its frame. Points are those of pointer events. */
export interface Zoom {
  /** 1 is the whole picture. */
  readonly scale: () => number
  /** @param at the point that stays in its place; the middle if left out. */
  readonly by: (factor: number, at?: Point) => void
  readonly toggle: (at: Point) => void
  readonly move: (dx: number, dy: number) => void
  readonly reset: () => void
}

/** @param image the picture that is shown. It fills its frame. */
export function createZoom(image: () => HTMLElement | undefined): Zoom {
  let scale = 1
  let x = 0
  let y = 0

  const apply = () => {
    const element = image()
    if (!element) return
    const { clientWidth, clientHeight } = element
    x = Math.min(0, Math.max(x, clientWidth * (1 - scale)))
    y = Math.min(0, Math.max(y, clientHeight * (1 - scale)))
    element.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
  }
  const by: Zoom['by'] = (factor, at) => {
    const frame = image()?.parentElement?.getBoundingClientRect()
    const next = Math.min(maxScale, Math.max(1, scale * factor))
    const from = {
      x: (at?.x ?? innerWidth / 2) - (frame?.left ?? 0),
      y: (at?.y ?? innerHeight / 2) - (frame?.top ?? 0),
    }
    x = from.x - ((from.x - x) * next) / scale
    y = from.y - ((from.y - y) * next) / scale
    scale = next
    apply()
  }
  return {
    scale: () => scale,
    by,
    toggle: (at) => by(scale > 1 ? 0 : tapScale, at),
    move(dx, dy) {
      x += dx
      y += dy
      apply()
    },
    reset() {
      scale = 1
      apply()
    },
  }
}
