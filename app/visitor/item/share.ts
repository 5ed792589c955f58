/** Makes 'Share' open the device's own menu, or copy the address where there is none: that of `data-path`, or of the page. */
export function shareOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('.share button')
    if (button) void share(button)
  })
}

async function share(button: HTMLElement): Promise<void> {
  const { path = location.pathname } = button.parentElement?.dataset ?? {}
  const url = location.origin + path
  const status = button.parentElement?.querySelector('[role=status]')
  const hasMenu = 'share' in navigator
  try {
    if (hasMenu) return await navigator.share({ title: document.title, url })
    await navigator.clipboard.writeText(url)
    if (status) status.textContent = button.dataset['copied'] ?? ''
  } catch {
    // The visitor closed the menu; or the page may not use the clipboard: then the address is shown, to copy by hand.
    if (status && !hasMenu) status.textContent = url
  }
}
