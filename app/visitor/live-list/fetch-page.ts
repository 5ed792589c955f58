import { requestTimeoutMs } from '../../api/timeouts.ts'

/**
 * A fresh copy of this page. The browser revalidates its own copy: if the page is unchanged, the response has no body.
 * Rejects if it cannot be loaded.
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
  return new DOMParser().parseFromString(html.slice(html.indexOf('<body')), 'text/html')
}
