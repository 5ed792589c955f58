import { hideBrokenPictures } from './broken-pictures.ts'
import { slideGallery } from './gallery.ts'
import { followCatalogue } from './live-catalogue.ts'
import { openLiveConnection } from './live-connection.ts'
import { showNotice } from './notice.ts'
import { whenActivated, whenLoaded } from './page-life.ts'
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
