import { adoptStyles } from '../../ui/adopt-styles.ts'
import { ignoreStrayClicks } from '../../ui/stray-clicks.ts'
import type { Gallery } from '../item/gallery.ts'
import { createDialog } from './dialog.ts'
import { followGestures } from './gestures.ts'
import { largePicture } from './picture.ts'
import { createZoom } from './zoom.ts'

import css from './lightbox.css?inline'

/** The entry that the lightbox adds to the history: Back closes it. */
const historyState = { isLightbox: true }

// The '×' is above the search of the header.
ignoreStrayClicks()

/**
 * Shows the largest files of a gallery over the whole page, first the one at `start`. Clicks while this file loads open one
 * lightbox only: Back would leave the page with a second one.
 */
export function open(gallery: Gallery, start: number): void {
  if (document.querySelector('.lightbox')) return
  adoptStyles(css)
  const pictures = gallery.links.map(largePicture)
  const { dialog, track, buttons, setPosition } = createDialog(gallery.element.dataset, pictures)
  const last = pictures.length - 1
  let index = start
  const zoom = createZoom(() => pictures[index]?.image)

  /** @param dx how far a finger has dragged it, in pixels. */
  const place = (dx = 0) => {
    track.classList.toggle('is-dragged', dx !== 0)
    track.style.transform = `translateX(calc(${-100 * index}% + ${dx}px))`
  }
  const show = (wanted: number) => {
    zoom.reset()
    index = Math.max(0, Math.min(wanted, last))
    for (const each of [index, index + 1, index - 1]) pictures[each]?.load()
    place()
    setPosition(index)
  }
  const close = () => dialog.close()

  buttons.close.onclick = close
  buttons.previous.onclick = () => show(index - 1)
  buttons.next.onclick = () => show(index + 1)
  followGestures(track, { zoom, drag: place, turn: (step) => show(index + step), close })
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => show(index - 1),
    ArrowRight: () => show(index + 1),
    Home: () => show(0),
    End: () => show(last),
    '+': () => zoom.by(1.5),
    '=': () => zoom.by(1.5),
    '-': () => zoom.by(1 / 1.5),
    '0': () => zoom.reset(),
  }
  dialog.addEventListener('keydown', (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!action) return
    event.preventDefault()
    action()
  })

  history.pushState(historyState, '')
  addEventListener('popstate', close)
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', close)
    if ((history.state as typeof historyState | null)?.isLightbox) history.back()
    dialog.remove()
    // The live item may have replaced the photos.
    const strip = document.querySelector('.gallery .strip')
    strip?.scrollTo({ left: index * strip.clientWidth, behavior: 'instant' })
    document.querySelectorAll<HTMLElement>('.gallery .photo')[index]?.focus({ preventScroll: true })
  })
  document.body.append(dialog)
  show(start)
  dialog.showModal()
}
