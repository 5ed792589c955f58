import { hideBrokenPictures } from './broken-images.ts'
import { showNotice } from './flash-message.ts'
import { slideGallery } from './gallery.ts'
import { openLiveConnection } from './live-connection.ts'
import { followCatalogue } from './live-list.ts'
import { whenActivated } from './page-lifecycle.ts'
import { prefetchOnIntent } from './prefetch.ts'

whenActivated(() => {
  showNotice()
  hideBrokenPictures()
  prefetchOnIntent()
  slideGallery()
  const catalogue = followCatalogue()
  if (catalogue) openLiveConnection(catalogue)
})
