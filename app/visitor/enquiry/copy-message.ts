/** Makes the button next to a message copy it. */
export function copyOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('.copy button')
    if (button) void copy(button)
  })
}

/** Where a page may not use the clipboard, the message stays selected, to copy by hand. */
async function copy(button: HTMLElement): Promise<void> {
  const [message, status] = [button.parentElement?.querySelector('textarea'), button.nextElementSibling]
  if (!message || !status) return
  message.select()
  try {
    await navigator.clipboard.writeText(message.value)
  } catch {
    // oxlint-disable-next-line typescript/no-deprecated -- Without https, and in old browsers, there is nothing else.
    if (!document.execCommand('copy')) return
  }
  status.textContent = button.dataset['copied'] ?? ''
}
