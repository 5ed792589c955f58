/** Runs `start` once the next frame is painted. Browsers draw none of a page that is prerendered or in the background. */
export function afterPaint(start: () => void): void {
  requestAnimationFrame(() => setTimeout(start))
}
