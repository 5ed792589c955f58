/** Two clicks within this time, in milliseconds, and this distance, in CSS pixels, are a double click or a double tap. */
const doubleMs = 300
const doubleDistance = 24

/**
 * Ignores the second click of a double one if it hits another control than the first: one that has moved below the finger, such
 * as the next photo's '×', or a link of the list below a form that has closed.
 */
export function ignoreStrayClicks(): void {
  let last: { readonly click: MouseEvent; readonly control: Element } | undefined
  const take = (click: MouseEvent) => {
    const control = (click.target as Element).closest('a, button, summary')
    const isSecond = last !== undefined && control !== null && isDouble(last.click, click)
    if (isSecond && control !== last?.control) {
      click.preventDefault()
      click.stopImmediatePropagation()
    } else last = control ? { click, control } : undefined
  }
  addEventListener('click', take, { capture: true })
}

/** A click by keyboard has `detail` 0. */
function isDouble(first: MouseEvent, second: MouseEvent): boolean {
  const distance = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY)
  return second.detail > 0 && second.timeStamp - first.timeStamp < doubleMs && distance < doubleDistance
}
