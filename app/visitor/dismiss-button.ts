/** A button to close a message, with the label that `root.tsx` leaves on the body. */
export function createDismissButton(): HTMLButtonElement {
  const button = document.createElement('button')
  button.className = 'dismiss'
  button.ariaLabel = document.body.dataset['dismiss']!
  button.textContent = '×'
  return button
}
