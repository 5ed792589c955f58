import { hideBrokenPictures } from './broken-images.ts'
import { showNotice } from './flash-message.ts'
import { slideGallery } from './gallery.ts'
import { openLiveConnection } from './live-connection.ts'
import { followCatalogue } from './live-list.ts'
import { whenActivated, whenLoaded } from './page-lifecycle.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { createPreviewBanner } from './preview-banner.ts'

// In a preview environment each page holds a live connection: the banner tells from it whether the backend is there.
whenActivated(() => {
  showNotice()
  hideBrokenPictures()
  prefetchOnIntent()
  slideGallery()
  whenLoaded(() => {
    const catalogue = followCatalogue()
    openLiveConnection({ onRevision: () => undefined, ...catalogue, onState: createPreviewBanner() })
  })
})
