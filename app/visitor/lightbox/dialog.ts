import type { LargePicture } from './picture.ts'

/** The elements of the lightbox. `texts` are the attributes of the gallery. */
export function createDialog(texts: DOMStringMap, pictures: readonly LargePicture[]) {
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox'
  dialog.ariaLabel = texts['title'] ?? null
  const track = document.createElement('div')
  track.className = 'lightbox-track'
  track.append(...pictures.map(({ frame }) => frame))
  const position = document.createElement('p')
  position.role = 'status'
  const button = (name: 'close' | 'previous' | 'next', sign: string) => {
    const element = document.createElement('button')
    element.className = `lightbox-${name}`
    element.ariaLabel = texts[name] ?? null
    element.textContent = sign
    return element
  }
  const buttons = { close: button('close', '×'), previous: button('previous', '‹'), next: button('next', '›') }
  dialog.append(track, position, buttons.close)
  if (pictures.length > 1) dialog.append(buttons.previous, buttons.next)

  const setPosition = (index: number) => {
    for (const [each, { frame }] of pictures.entries()) frame.inert = each !== index
    if (pictures.length < 2) return
    const text = texts['count'] ?? ''
    position.textContent = text.replace('{number}', String(index + 1)).replace('{count}', String(pictures.length))
    disable(buttons.previous, index === 0)
    disable(buttons.next, index === pictures.length - 1)
  }
  /** A disabled button loses the focus, and with it the keys. */
  const disable = (element: HTMLButtonElement, isDisabled: boolean) => {
    if (isDisabled && document.activeElement === element) buttons.close.focus()
    element.disabled = isDisabled
  }
  return { dialog, track, buttons, setPosition }
}
