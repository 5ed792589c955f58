/** Opening the header's search moves the focus into its field; Escape closes it. */
export function enhanceHeaderSearch(): void {
  const details = document.querySelector<HTMLDetailsElement>('.header-search')!
  const summary = details.querySelector('summary')!
  summary.onclick = (event) => {
    // At once, because phones show their keyboard only during the tap.
    event.preventDefault()
    details.open = !details.open
    if (details.open) details.querySelector('input')!.focus()
  }
  details.onkeydown = ({ key }) => {
    if (key !== 'Escape') return
    details.open = false
    summary.focus()
  }
}
