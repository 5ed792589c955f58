import { hasMark, setMark } from '../session/marks.ts'
import { createDismissButton } from './dismiss-button.ts'

const icons = {
  warning: 'M12 2 1 21h22L12 2Zm1 15.5h-2v-2h2v2Zm0-4h-2v-5h2v5Z',
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm1 15h-2v-6h2v6Zm0-8h-2V7h2v2Z',
}

const dismissed = 'banner-dismissed'

/**
 * The status banner of a preview environment. It appears when the state is first known, and stays until dismissed for the
 * tab's session.
 *
 * @returns a function to call with whether the backend is connected.
 */
export function createPreviewBanner(): (isConnected: boolean) => void {
  const banner = document.createElement('div')
  banner.className = 'preview-banner'
  banner.role = 'status'
  const message = document.createElement('span')
  const close = createDismissButton()
  banner.append(message, close)

  let shown: boolean | undefined
  let isDismissed = hasMark(dismissed, 'sessionStorage')
  close.onclick = () => {
    isDismissed = true
    setMark(dismissed, true, 'sessionStorage') // Without storage, the next page shows the banner again.
    banner.remove()
  }
  return (isConnected) => {
    if (isDismissed || isConnected === shown) return
    shown = isConnected
    message.replaceChildren(
      icon(isConnected ? icons.info : icons.warning),
      document.body.dataset[isConnected ? 'connected' : 'disconnected'] ?? '',
    )
    if (!banner.isConnected) document.body.append(banner)
  }
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(svg.namespaceURI, 'path')
  shape.setAttribute('d', path)
  svg.append(shape)
  return svg
}
