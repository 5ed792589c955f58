import type { Canvas } from '../drawing/canvas.ts'

/** How an item is photographed. */
export interface Look {
  /** Colour of the wall behind it. */
  readonly wall: string
  readonly paint: (canvas: Canvas) => void
}
