import { useSyncExternalStore, type ReactNode } from 'react'

import { centre, focusOf } from '../../src/domain/focus.ts'
import type { PhotoName } from '../../src/domain/shop-settings.ts'
import { fill, pluralOf } from '../../src/domain/template.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import type { FormPhoto } from '../editor/upload/photo-uploads.ts'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { SettingPicture } from './photo-setting.tsx'
import type { SettingsController } from './settings-controller.ts'
import type { SettingTexts } from './settings-fields.ts'
import { usePageTexts } from './use-page-texts.ts'

export interface SettingsPreviewProps {
  readonly controller: SettingsController
  readonly shop: PublicShop
  /** What the home page says where the owner says nothing. */
  readonly ownTexts: Readonly<Record<'eyebrow' | 'headline' | 'sub', string>>
  readonly description: string
}

/** What visitors will see once the form is saved: next to it on wide screens, folded on phones. */
export function SettingsPreview({ controller, shop, ownTexts, description }: SettingsPreviewProps) {
  const { preview } = usePageTexts()
  const { values } = useObservable(controller)
  const hero = usePhoto(controller, 'heroPhoto')
  const about = usePhoto(controller, 'aboutPhoto')
  const share = usePhoto(controller, 'sharePhoto')
  const isWide = useIsWide()
  const { x, y } = focusOf(values?.heroFocus) ?? centre
  if (!values) return null
  const name = values.name.trim() || shop.name
  const headline = values.headline.trim() || ownTexts.headline
  return (
    <details className="settings-preview" open={isWide || undefined}>
      <summary>{preview.title}</summary>
      <Part title={preview.home}>
        <div className="preview-hero">
          <div>
            <p className="preview-brand">{name}</p>
            <p className="preview-eyebrow">{values.eyebrow.trim() || ownTexts.eyebrow}</p>
            <p className="preview-headline">{headline}</p>
            <p className="preview-sub">{values.sub.trim() || ownTexts.sub}</p>
          </div>
          {hero && <SettingPicture photo={hero} style={{ objectPosition: `${x}% ${y}%` }} />}
        </div>
      </Part>
      {(values.about.trim() !== '' || about) && (
        <Part title={preview.about}>
          <div className="preview-about">
            {about && <SettingPicture photo={about} />}
            <p className="preview-text">{values.about}</p>
          </div>
          {values.place.trim() !== '' && <p className="quiet">{values.place}</p>}
        </Part>
      )}
      <BelowPiece values={values} />
      <Part title={preview.link}>
        <div className="preview-link">
          {share ? <SettingPicture photo={share} /> : <img src="/share.jpg" alt="" />}
          <div>
            <p className="preview-link-title">{headline}</p>
            <p className="quiet">{description}</p>
            <p className="quiet">{new URL(shop.origin).host}</p>
          </div>
        </div>
      </Part>
    </details>
  )
}

/** What every piece's page has next to the enquiry button, and below its description. */
function BelowPiece({ values }: { readonly values: SettingTexts }) {
  const { site } = useMessages()
  const { preview } = usePageTexts()
  const { weeksToMake, delivery, payment, returns, care } = values
  const weeks = Number(weeksToMake)
  const lines = [values.replyTime, values.deliveryLine, values.knittedIn].filter((line) => line.trim() !== '')
  const parts = [
    [payment.trim() === '' ? preview.delivery : preview.deliveryAlone, delivery.trim()],
    [preview.payment, payment.trim()],
    [preview.returns, returns.trim()],
    [preview.care, care.trim()],
  ] as const
  const shown = parts.filter(([, text]) => text !== '')
  if (shown.length + lines.length === 0 && !(weeks > 0)) return null
  return (
    <Part title={preview.piece}>
      {weeks > 0 && (
        <p>
          {preview.madeToOrder} · {fill(pluralOf(preview.readyIn, weeks, site.language), { count: weeks })}
        </p>
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {shown.map(([title, text]) => (
        <div key={title}>
          <p className="preview-fold">{title}</p>
          <p className="preview-text">{text}</p>
        </div>
      ))}
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="preview-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function usePhoto(controller: SettingsController, name: PhotoName): FormPhoto | undefined {
  return useObservable(controller.photos[name].uploads).photos.at(-1)
}

/** As wide as the style sheet's two columns. */
const wideScreen = '(min-width: 64rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => matchMedia(wideScreen).matches,
    () => false,
  )
}

function watchWidth(listener: () => void): () => void {
  const query = matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
