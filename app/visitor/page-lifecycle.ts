/** Runs `start` once the page is active: a prerendered page waits until the visitor navigates to it. */
export function whenActivated(start: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener('prerenderingchange', start, { once: true })
  } else start()
}

/** Runs `start` once the page has loaded. */
export function whenLoaded(start: () => void): void {
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}
