import { parseInstagram } from '../../src/domain/contact/instagram.ts'
import { isOwnNumber } from '../../src/domain/contact/own-number.ts'
import { formatWhatsapp, parseWhatsapp } from '../../src/domain/contact/whatsapp.ts'
import { messageUrl } from '../../src/domain/enquiry-channels.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { Field } from '../ui/field.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { usePageTexts } from './use-page-texts.ts'
import { useSettingsField, type SettingsFieldProps } from './use-settings-field.ts'

interface WhatsappFieldProps extends SettingsFieldProps {
  readonly shop: PublicShop
}

/** The number as people write it, how the shop reads it, and a message to oneself to try it. */
export function WhatsappField({ controller, shop }: WhatsappFieldProps) {
  const { testMessage, testText, testAfterSaving } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const { saved } = useObservable(controller)
  const props = useSettingsField(controller)('whatsapp')
  const parsed = parseWhatsapp(props.value.trim())
  // The specification's placeholder is a stranger's, so it counts as none.
  const number = parsed !== undefined && isOwnNumber(parsed) ? parsed : undefined
  const isSaved = saved?.whatsapp === props.value
  const none = shop.isPreview ? hints.noNumberInPreview : hints.noNumber
  return (
    <Field
      {...props}
      inputMode="tel"
      hint={number === undefined ? none : fill(hints.numberUsed, { number: formatWhatsapp(number) })}
    >
      {number !== undefined && isSaved && (
        <p>
          <a
            className="plain-link test-message"
            href={messageUrl(number, fill(testText, { shop: saved.name }))}
            target="_blank"
            rel="noopener noreferrer"
          >
            {testMessage}
          </a>
        </p>
      )}
      {number !== undefined && !isSaved && <p className="quiet">{testAfterSaving}</p>}
    </Field>
  )
}

/** The number for calls, as the shop reads it. */
export function PhoneField({ controller }: SettingsFieldProps) {
  const { hints } = usePageTexts()
  const props = useSettingsField(controller)('phone')
  const number = parseWhatsapp(props.value.trim())
  const isOwn = number !== undefined && isOwnNumber(number)
  return (
    <Field
      {...props}
      inputMode="tel"
      hint={isOwn ? fill(hints.callsUsed, { number: formatWhatsapp(number) }) : hints.noCalls}
    />
  )
}

/** A handle or an address, and where the link will lead. */
export function InstagramField({ controller }: SettingsFieldProps) {
  const { hints } = usePageTexts()
  const props = useSettingsField(controller)('instagram')
  const address = parseInstagram(props.value.trim())
  return (
    <Field
      {...props}
      inputMode="url"
      hint={address ? fill(hints.instagramUsed, { address: withoutScheme(address) }) : hints.noInstagram}
    />
  )
}

function withoutScheme(address: string): string {
  return address.replace(/^https:\/\/(?:www\.)?/, '')
}
