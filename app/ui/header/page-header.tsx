import { useLocation } from 'react-router'

import { instagramHome } from '../../../src/domain/contact/instagram.ts'
import { chatUrl } from '../../../src/domain/enquiry.ts'
import { createPath, homePath, managePath } from '../../../src/domain/page-paths.ts'
import type { PublicShop } from '../../../src/pages/page.ts'
import { useMessages } from '../../use-messages.ts'
import { HeaderSearch } from './header-search.tsx'

export function PageHeader({ shop, hasSearch }: { shop: PublicShop; hasSearch: boolean }) {
  const { site } = useMessages()
  const { pathname } = useLocation()
  const linkTo = (path: string) => ({ href: path, 'aria-current': path === pathname ? ('page' as const) : undefined })
  return (
    <header className="page-header">
      <h1 className="brand">
        <a href={homePath}>{shop.name}</a>
      </h1>
      {hasSearch && <HeaderSearch />}
      <nav className="main-nav" aria-label={site.mainNavigation}>
        <a {...linkTo(homePath)}>{site.home}</a>
        {shop.whatsapp !== null && (
          <a href={chatUrl(shop.whatsapp)} target="_blank" rel="noopener noreferrer">
            {site.whatsApp}
          </a>
        )}
        <a href={shop.instagram || instagramHome} target="_blank" rel="noopener noreferrer">
          {site.instagram}
        </a>
        <a {...linkTo(createPath)}>{site.addItem}</a>
        <a {...linkTo(managePath)} className="owner-only">
          {site.manage}
        </a>
      </nav>
    </header>
  )
}
