import { use, type ReactNode } from 'react'

import { chatUrl } from '../../src/domain/enquiry-channels.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { useForeignLanguage, useMessages } from '../use-messages.ts'
import { VisitorPartsContext } from './visitor-parts.ts'

interface PageFooterProps {
  readonly shop: PublicShop
  readonly year: number
  /** The signed-in user, on hydrated pages. */
  readonly children?: ReactNode
}

export function PageFooter({ shop, year, children }: PageFooterProps) {
  const { site } = useMessages()
  return (
    <>
      <Contact shop={shop} />
      <footer className="page-footer">
        <p>{fill(site.footer, { year, name: shop.name })}</p>
        {use(VisitorPartsContext).languageLinks}
        {children}
      </footer>
    </>
  )
}

/** Where the shop is and how to reach it; nothing of what is not set. Not in the footer, whose text is specified. */
function Contact({ shop: { place, whatsapp, whatsappText, instagram } }: { shop: PublicShop }) {
  const { site } = useMessages()
  const foreign = useForeignLanguage()
  const hasNumber = whatsapp !== null && whatsappText !== ''
  if (place === '' && !hasNumber && instagram === '') return null
  const profile = instagram === '' ? '' : profileOf(instagram)
  return (
    <section aria-label={site.contact}>
      <address className="contact">
        {place !== '' && (
          <span className="place" lang={foreign(place)}>
            {place}
          </span>
        )}
        {hasNumber && (
          <a href={chatUrl(whatsapp)} target="_blank" rel="noopener noreferrer">
            {fill(site.whatsAppNumber, { number: whatsappText })}
          </a>
        )}
        {instagram !== '' && (
          <a href={instagram} target="_blank" rel="noopener noreferrer">
            {profile === '' ? site.instagram : fill(site.instagramProfile, { name: profile })}
          </a>
        )}
      </address>
    </section>
  )
}

/** The name in the URL of a profile; empty for the home page of another site. */
function profileOf(url: string): string {
  return new URL(url).pathname.split('/').find((part) => part !== '') ?? ''
}
