import { callUrl, isReachable, mailUrl, messageUrl, type Channels } from '../../src/domain/enquiry-channels.ts'
import { qrCodePath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { useServerMessages } from '../use-messages.ts'

interface ChannelsProps {
  readonly shop: PublicShop
  readonly message: string
}

/** The buttons that send a message: the chat, or what the shop has in its place. */
export function MainChannels({ shop, message, label }: ChannelsProps & { readonly label: string }) {
  const { item } = useServerMessages()
  const { whatsapp } = shop
  if (whatsapp !== null) {
    return (
      <a className="button" href={messageUrl(whatsapp, message)} target="_blank" rel="noopener noreferrer">
        <WhatsAppMark />
        {label}
      </a>
    )
  }
  if (!isReachable(shop)) return <p className="quiet">{item.noEnquiries}</p>
  return <DirectChannels {...{ shop, message }} className="button" />
}

/**
 * Every other way to ask: no script is needed to call, to write an e-mail and to see the message. The visitor script copies it,
 * and replaces it when another size is chosen.
 *
 * @param scannedId the item whose address the QR code has.
 */
export function OtherChannels({ shop, message, scannedId }: ChannelsProps & { readonly scannedId?: string }) {
  const { channels, site } = useServerMessages()
  const language = site.language === shop.languages[0] ? undefined : site.language
  const hasDirect = shop.whatsapp !== null && (shop.phone !== '' || shop.email !== '')
  const hasQrCode = shop.qrCode && scannedId !== undefined
  if (!isReachable(shop) || !(hasDirect || shop.copyMessage || hasQrCode)) return null
  return (
    <details className={hasDirect || shop.copyMessage ? 'channels' : 'channels only-wide'}>
      <summary>{channels.others}</summary>
      <div className="channels-body" data-part="channels">
        {hasDirect && <DirectChannels {...{ shop, message }} className="plain-link" />}
        {shop.copyMessage && (
          <div className="share">
            <textarea className="message" readOnly rows={6} aria-label={channels.message} defaultValue={message} />
            <button type="button" className="button button-quiet" data-copied={channels.copied}>
              {channels.copy}
            </button>
            <span role="status" />
          </div>
        )}
        {hasQrCode && (
          // Narrow screens, and closed details, do not load it.
          <figure className="qr-code only-wide">
            <img src={qrCodePath(scannedId, language)} alt="" width="160" height="160" loading="lazy" />
            <figcaption>{channels.qrCode}</figcaption>
          </figure>
        )}
      </div>
    </details>
  )
}

/** Where a message goes that is chosen without a script: the first way to send one. `undefined` in a shop without any. */
export function sendUrl({ whatsapp, email }: Channels, message: string, subject: string): string | undefined {
  if (whatsapp !== null) return messageUrl(whatsapp, message)
  return email === '' ? undefined : mailUrl(email, subject, message)
}

function DirectChannels({ shop, message, className }: ChannelsProps & { readonly className: string }) {
  const { channels } = useServerMessages()
  return (
    <>
      {shop.phone !== '' && (
        <a className={className} href={callUrl(shop.phone)}>
          {fill(channels.call, { number: shop.phoneText })}
        </a>
      )}
      {shop.email !== '' && (
        <a className={className} href={mailUrl(shop.email, channels.subject, message)}>
          {channels.email}
        </a>
      )}
    </>
  )
}

function WhatsAppMark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
      <path d="M12 2a9.9 9.9 0 0 0-8.5 15L2 22l5-1.4A10 10 0 1 0 12 2m0 18a8 8 0 0 1-4.5-1.4l-3 .8.8-2.9A8 8 0 1 1 12 20m2.3-6.5-1 1a6 6 0 0 1-3-3l1-1-1-3c-2 0-3 2-2 4 1 3 3 5 6 5 2 0 3-1 3-2z" />
    </svg>
  )
}
