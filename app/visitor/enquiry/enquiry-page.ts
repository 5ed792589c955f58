import { shareOnClick } from '../item/share.ts'
import { connectOnceLoaded } from '../live-list/connect-once-loaded.ts'
import { startPage } from '../start-page.ts'
import { followOwnList } from './own-list.ts'

startPage(() => {
  followOwnList()
  shareOnClick()
  if (import.meta.env.IS_PREVIEW) connectOnceLoaded(undefined)
})
