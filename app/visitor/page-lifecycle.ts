/**
 * Runs `start` once the visitor sees the page, after its first paint: browsers draw no frames of a page that is prerendered or in
 * the background.
 */
export function whenShown(start: () => void): void {
  requestAnimationFrame(() => setTimeout(start))
}

/** Runs `start` once the page has loaded. */
export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
