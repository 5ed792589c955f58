import { connectOnceLoaded } from './live-list/connect-once-loaded.ts'

// The script of hydrated pages in a preview environment. A module runs once, however often the frame of the page is mounted.
connectOnceLoaded(undefined)
