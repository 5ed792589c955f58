import { createConnectionNotice } from '../connection-notice.ts'
import { createPreviewBanner } from '../preview-banner.ts'
import { openLiveConnection } from './live-connection.ts'
import type { RevisionListener } from './refetch-on-revision.ts'

/**
 * Opens the live connection once the page has loaded, and shows its state.
 *
 * @param listener `undefined` for a page that is not live: it has a connection in a preview environment only, for the status banner.
 */
export function connectOnceLoaded(listener: RevisionListener | undefined): void {
  const isPreview = import.meta.env.IS_PREVIEW
  if (!listener && !isPreview) return
  const connect = () => openLiveConnection(listener, isPreview ? createPreviewBanner() : createConnectionNotice())
  if (document.readyState === 'complete') connect()
  else addEventListener('load', connect, { once: true })
}
