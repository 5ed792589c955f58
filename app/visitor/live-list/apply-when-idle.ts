import { focusCard } from './reconcile-cards.ts'

/** How long after the last touch or scroll the visitor counts as idle, in milliseconds. */
const idleMs = 1_500
const recheckMs = 300

let lastTouch = -idleMs
let pending: (() => void) | undefined

for (const event of ['scroll', 'pointerdown', 'pointerup', 'touchmove', 'keydown']) {
  addEventListener(event, () => (lastTouch = performance.now()), { passive: true, capture: true })
}

/**
 * Runs `change` when it does not move what the visitor is reading or about to tap: when the grid is out of view, or when
 * its top is in view and the visitor is idle. Until then, shows a button with `text`. A later call replaces a pending one.
 */
export function applyWhenIdle(grid: HTMLElement, text: string, change: () => void): void {
  pending = change
  if (isIdle(grid)) return run()

  const button = createPendingButton(text)
  button.onclick = () => {
    run()
    document.querySelector('#catalogue')?.scrollIntoView()
    focusCard(grid.querySelector('li'))
  }
  const timer = setInterval(() => {
    if (pending !== change) clearInterval(timer)
    else if (isIdle(grid)) run()
  }, recheckMs)
}

function run(): void {
  pending?.()
  pending = undefined
  document.querySelector('.pending-update')?.remove()
}

function isIdle(grid: HTMLElement): boolean {
  const { top, bottom } = grid.getBoundingClientRect()
  if (bottom < 0 || top > innerHeight) return true
  const isPointedAt = grid.matches(':focus-within') || (matchMedia('(hover: hover)').matches && grid.matches(':hover'))
  return top >= 0 && !isPointedAt && performance.now() - lastTouch > idleMs
}

function createPendingButton(text: string): HTMLButtonElement {
  document.querySelector('.pending-update')?.remove()
  const button = document.createElement('button')
  button.className = 'pending-update button'
  button.textContent = text
  button.hidden = text === ''
  document.body.append(button)
  return button
}
