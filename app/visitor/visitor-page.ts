import { connectOnceLoaded } from './live-list/connect-once-loaded.ts'
import { startLiveList } from './live-list/live-list.ts'
import { startPage } from './start-page.ts'

startPage(() => connectOnceLoaded(startLiveList()))
