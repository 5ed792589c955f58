import { use } from 'react'
import { useLocation } from 'react-router'

import { instagramHome } from '../../../src/domain/contact/instagram.ts'
import { chatUrl } from '../../../src/domain/enquiry-channels.ts'
import { createPath, homePath, managePath } from '../../../src/domain/page-paths.ts'
import type { PublicShop } from '../../../src/pages/page.ts'
import { useForeignLanguage, useLocalPath, useMessages } from '../../use-messages.ts'
import { VisitorPartsContext } from '../visitor-parts.ts'

interface PageHeaderProps {
  readonly shop: PublicShop
  /** Of the shop's name, which is a heading on every page. */
  readonly level: 1 | 2
}

export function PageHeader({ shop, level }: PageHeaderProps) {
  const Heading = `h${level}` as const
  const { site } = useMessages()
  const { search, enquiryLink, languageSwitch } = use(VisitorPartsContext)
  const { pathname } = useLocation()
  const foreign = useForeignLanguage()
  const local = useLocalPath()
  const linkTo = (path: string) => ({
    href: local(path),
    'aria-current': path === pathname ? ('page' as const) : undefined,
  })
  return (
    <header className="page-header">
      <Heading className="brand">
        <a href={local(homePath)} lang={foreign(shop.name)}>
          {shop.name}
        </a>
      </Heading>
      {search}
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
        {enquiryLink}
      </nav>
      {languageSwitch}
    </header>
  )
}
