import { requestTimeoutMs } from '../api/timeouts.ts'
import { waitBeforeRetry } from '../api/wait-before-retry.ts'

/**
 * Replaces the browser's icon of images that fail to load, twice, by words: the alternative text, or else that of the page.
 * While the shop cannot be reached, the words say so; then the images are loaded again.
 */
export function hideBrokenImages(): void {
  /** Those that get no other attempt while the shop can be reached. The first is for what a change of network interrupts. */
  const loadedAgain = new WeakSet<HTMLImageElement>()
  const hide = async (image: EventTarget | null) => {
    if (!(image instanceof HTMLImageElement) || image.classList.contains('broken')) return
    image.classList.add('broken')
    const words = document.createElement('span')
    words.className = 'broken-words'
    words.ariaHidden = 'true'
    // A picture in the lightbox is a frame itself.
    const frame = image.closest('picture:not(.lightbox *)') ?? image
    frame.after(words)
    const { broken, offline } = document.body.dataset as { broken: string; offline: string }
    let failures = 0
    while (!(await isReachable())) {
      words.textContent = offline
      failures += 1
      await waitBeforeRetry(failures)
    }
    words.textContent = image.alt || broken
    if (failures === 0 && loadedAgain.has(image)) return
    loadedAgain.add(image)
    words.remove()
    image.classList.remove('broken')
    image.src += ''
  }
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) void hide(image)
  addEventListener('error', ({ target }) => void hide(target), { capture: true })
}

/** For all images that fail at the same time. */
let check: Promise<boolean> | undefined

/** Asks the shop: `navigator.onLine` knows only whether there is a network. */
function isReachable(): Promise<boolean> {
  check ??= fetch('/favicon.svg', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
    .then(
      () => true,
      () => false,
    )
    .finally(() => (check = undefined))
  return check
}
