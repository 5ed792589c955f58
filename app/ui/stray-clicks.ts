/** Two clicks within this time, in milliseconds, and this distance, in CSS pixels, are a double click or a double tap. */
const doubleMs = 300
const doubleDistance = 24

/**
 * Ignores the second click of a double one if it hits anything else than the control of the first: what has moved below the
 * finger, such as the next photo's '×', or a link of the list below a form that has closed. It takes no focus, either.
 */
export function ignoreStrayClicks(): void {
  let last: { readonly click: MouseEvent; readonly control: Element } | undefined
  const isStray = (event: MouseEvent) =>
    last !== undefined && controlOf(event) !== last.control && isDouble(last.click, event)
  const take = (click: MouseEvent) => {
    const control = controlOf(click)
    if (!isStray(click)) last = control ? { click, control } : undefined
    else {
      click.preventDefault()
      click.stopImmediatePropagation()
    }
  }
  addEventListener('mousedown', (event) => isStray(event) && event.preventDefault(), { capture: true })
  addEventListener('click', take, { capture: true })
}

function controlOf({ target }: MouseEvent): Element | null {
  return (target as Element).closest('a, button, summary')
}

/** A click by keyboard has `detail` 0. */
function isDouble(first: MouseEvent, second: MouseEvent): boolean {
  const distance = Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY)
  return second.detail > 0 && second.timeStamp - first.timeStamp < doubleMs && distance < doubleDistance
}
