import { shareOnClick } from '../item/share.ts'
import { connectOnceLoaded } from '../live-list/connect-once-loaded.ts'
import { fetchPage } from '../live-list/fetch-page.ts'
import { refetchOnRevision } from '../live-list/refetch-on-revision.ts'
import { replaceParts } from '../live-list/replace-parts.ts'
import { whenShownAgain } from '../live-list/when-shown-again.ts'
import { startPage } from '../start-page.ts'
import { followOwnList } from './own-list.ts'

/** Pieces may have been sold, and prices changed, while the visitor was away. */
async function refetch(): Promise<undefined> {
  replaceParts(await fetchPage())
}

startPage(() => {
  followOwnList()
  shareOnClick()
  whenShownAgain(refetchOnRevision(refetch).onReturn)
  if (import.meta.env.IS_PREVIEW) connectOnceLoaded(undefined)
})
