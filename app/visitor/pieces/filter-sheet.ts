/** Where the filters have no column (`pieces.css`), their form opens as a sheet at the bottom of the window. */
export function openFiltersInSheet(): void {
  const details = document.querySelector<HTMLDetailsElement>('.filter-form')
  const summary = details?.querySelector('summary')
  const form = details?.querySelector('form')
  if (!details || !summary || !form) return
  form.onformdata = ({ formData }) => {
    // The server would redirect to the address without them.
    for (const [name] of [...formData].filter(([, value]) => value === '')) formData.delete(name)
  }
  const narrow = matchMedia('(max-width: 59.99rem)')
  const sheet = document.createElement('dialog')
  sheet.className = 'sheet'
  sheet.ariaLabel = summary.textContent
  const close = () => sheet.close()

  summary.ariaHasPopup = 'dialog'
  summary.onclick = (event) => {
    if (!narrow.matches) return
    event.preventDefault()
    details.open = false
    // Not before it is needed: `:has(.sheet[open])` of the page is matched again when a dialog is inserted.
    if (!sheet.isConnected) details.after(sheet)
    sheet.append(form)
    sheet.showModal()
  }
  sheet.onclose = () => {
    if (!sheet.open) details.append(form) // It may have been opened again before this event.
  }
  sheet.onclick = ({ target }) => {
    if (target === sheet || (target as Element).matches('.sheet-close')) close()
  }
  narrow.onchange = close
  addEventListener('pagehide', close) // Back must not show it open.
  // Nor what was chosen for the page after it.
  addEventListener('pageshow', ({ persisted }) => persisted && form.reset())
}
