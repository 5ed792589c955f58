/**
 * Makes 'Share' open the device's own menu, or copy the address where there is none: that of `data-path`, or of the page. The
 * button next to a message copies it.
 */
export function shareOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('.share button')
    if (button) void share(button, button.parentElement!)
  })
}

async function share({ dataset }: HTMLElement, parent: HTMLElement): Promise<void> {
  const message = parent.querySelector('textarea')
  const url = location.origin + (parent.dataset['path'] ?? location.pathname)
  const status = parent.querySelector('[role=status]')!
  const hasMenu = !message && 'share' in navigator
  message?.select()
  try {
    if (hasMenu) return await navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(message?.value ?? url)
  } catch {
    // The visitor closed the menu; or the page may not use the clipboard: then what is selected is copied in the old way.
    if (hasMenu) return
    // oxlint-disable-next-line typescript/no-deprecated -- Without https, there is no other way.
    if (!message || !document.execCommand('copy')) {
      status.textContent = message ? '' : url // To copy by hand.
      return
    }
  }
  status.textContent = dataset['copied'] ?? ''
}
