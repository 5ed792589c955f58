/** The largest zoom. A photo has at most 1,440 pixels, four for each of a small phone's. */
const maxScale = 5

/** How much a double tap or a click enlarges. */
const tapScale = 2.5

export interface Point {
  readonly x: number
  readonly y: number
}

export type Zoom = ReturnType<typeof createZoom>

/**
 * Enlarges and moves a picture within its frame. Points are those of pointer events.
 *
 * @param image the picture that is shown. It fills its frame.
 */
export function createZoom(image: () => HTMLElement | undefined) {
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
  /** @param at the point that stays in its place; the middle if left out. */
  const by = (factor: number, at?: Point) => {
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
    /** 1 is the whole picture. */
    scale: () => scale,
    by,
    toggle: (at: Point) => by(scale > 1 ? 0 : tapScale, at),
    move(dx: number, dy: number) {
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
