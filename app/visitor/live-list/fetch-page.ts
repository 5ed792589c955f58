import { requestTimeoutMs } from '../../api/timeouts.ts'

/** A service in between may send scripts another language than browsers: then a page must not be reloaded for ever. */
const reloadAfterMs = 10_000

/**
 * A fresh copy of this page. The browser revalidates its own copy: if the page is unchanged, the response has no body.
 * Rejects if it cannot be loaded. If the shop has the page in another language now, it is reloaded: its parts would not fit.
 *
 * @param statuses to accept in addition to those of success.
 */
export async function fetchPage(statuses: readonly number[] = []): Promise<Document> {
  const response = await fetch(location.pathname + location.search, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok && !statuses.includes(response.status)) throw new Error(response.statusText)
  const html = await response.text()
  // Without the head, because the content security policy may forbid its styles.
  const page = new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
  if (page.body.lang !== document.body.lang && performance.now() > reloadAfterMs) location.reload()
  return page
}
