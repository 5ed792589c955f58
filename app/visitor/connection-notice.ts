/** Most interruptions are shorter, and nobody needs to know of them. */
const showAfterMs = 5_000

/**
 * One line at the top of the window while the connection is lost: the button that enquires about a piece is at its end.
 *
 * @returns a function to call with whether the server is connected.
 */
export function createConnectionNotice(): (isConnected: boolean) => void {
  const notice = document.createElement('p')
  notice.className = 'connection-notice'
  notice.role = 'status'
  notice.textContent = document.body.dataset['connectionLost']!
  let timer: ReturnType<typeof setTimeout> | undefined
  return (isConnected) => {
    if (isConnected) {
      clearTimeout(timer)
      timer = undefined
      notice.remove()
    } else timer ??= setTimeout(() => document.body.prepend(notice), showAfterMs)
  }
}
