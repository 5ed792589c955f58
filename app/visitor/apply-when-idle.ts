import { focusCard } from './reconcile-cards.ts'

/** A visitor who touched or scrolled this short a time ago may be about to tap. */
const calmMs = 1_500
const recheckMs = 300

let lastTouch = -calmMs
let pending: (() => void) | undefined

for (const event of ['scroll', 'pointerdown', 'pointerup', 'touchmove', 'keydown']) {
  addEventListener(event, () => (lastTouch = performance.now()), { passive: true, capture: true })
}

/**
 * Runs `change` once it moves nothing that the visitor reads or is about to touch: when the grid is out of sight, or
 * when its beginning is in view and nobody is pointing at it. Until then a button says what waits.
 * A later call takes the place of one that still waits.
 */
export function showWhenFree(grid: HTMLElement, words: string, change: () => void): void {
  pending = change
  if (isFree(grid)) return run()

  const button = waitingButton(words)
  button.onclick = () => {
    run()
    document.querySelector('#catalogue')?.scrollIntoView()
    focusCard(grid.querySelector('[data-id]'))
  }
  const timer = setInterval(() => {
    if (pending !== change) clearInterval(timer)
    else if (isFree(grid)) run()
  }, recheckMs)
}

function run(): void {
  pending?.()
  pending = undefined
  document.querySelector('.waiting')?.remove()
}

function isFree(grid: HTMLElement): boolean {
  const { top, bottom } = grid.getBoundingClientRect()
  if (document.hidden || bottom < 0 || top > innerHeight) return true
  const isPointedAt = grid.matches(':focus-within') || (matchMedia('(hover: hover)').matches && grid.matches(':hover'))
  return top >= 0 && !isPointedAt && performance.now() - lastTouch > calmMs
}

function waitingButton(words: string): HTMLButtonElement {
  document.querySelector('.waiting')?.remove()
  const button = document.createElement('button')
  button.className = 'waiting button'
  button.textContent = words
  button.hidden = words === ''
  document.body.append(button)
  return button
}
