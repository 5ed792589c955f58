import { hideBrokenPictures } from './broken-pictures.ts'
import { slideGallery } from './gallery.ts'
import { followCatalogue } from './live-catalogue.ts'
import { openLiveConnection } from './live-connection.ts'
import { showNotice } from './notice.ts'
import { whenActivated } from './page-life.ts'
import { prefetchOnIntent } from './prefetch.ts'

whenActivated(() => {
  showNotice()
  hideBrokenPictures()
  prefetchOnIntent()
  slideGallery()
  const catalogue = followCatalogue()
  if (catalogue) openLiveConnection(catalogue)
})
