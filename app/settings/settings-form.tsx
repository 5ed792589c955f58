import { useEffect, useRef, type ReactNode } from 'react'

import { shopSettingsPath, signInAgainPath } from '../../src/domain/page-paths.ts'
import type { PhotoName } from '../../src/domain/shop-settings.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { InstagramField, PhoneField, WhatsappField } from './contact-fields.tsx'
import { HeroPhoto } from './hero-photo.tsx'
import { LanguagesField } from './languages-field.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { PhotoSetting } from './photo-setting.tsx'
import { SignInTooOldError } from './settings-api.ts'
import type { SettingsController } from './settings-controller.ts'
import { SettingsPreview } from './settings-preview.tsx'
import { SwitchField } from './switch-field.tsx'
import { TextLanguageField } from './text-language-field.tsx'
import { useSettingsField } from './use-settings-field.ts'
import { WhoMayAddField } from './who-may-add-field.tsx'

interface SettingsFormProps {
  readonly controller: SettingsController
  readonly shop: PublicShop
  /** What the home page says where the owner says nothing. */
  readonly ownTexts: Readonly<Record<'eyebrow' | 'headline' | 'sub', string>>
  readonly description: string
}

/** The form, and next to it what visitors will see. */
export function SettingsForm(props: SettingsFormProps) {
  const { controller } = props
  const { attach } = controller
  const { manage } = useMessages()
  const { alert } = useObservable(controller.errors)
  useEffect(focusLinkedField, [])
  return (
    <div className="settings">
      <SettingsPreview {...props} />
      <form
        ref={attach}
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void controller.save()
        }}
      >
        <ShopFields {...props} />
        <PageFields {...props} />
        <SaveBar controller={controller} />
      </form>
      {alert && (
        <Alert message={alert.message} onDismiss={() => controller.errors.update({ alert: undefined })}>
          {alert.cause instanceof SignInTooOldError && (
            <a href={signInAgainPath(shopSettingsPath)}>{manage.signInAgain}</a>
          )}
        </Alert>
      )}
    </div>
  )
}

/** The browser cannot scroll to a field that a link names: the form comes later than the page. */
function focusLinkedField(): void {
  const name = location.hash.slice(1)
  if (name !== '') document.getElementById(name)?.focus()
}

/** Name, contact, and the home page. */
function ShopFields({ controller, shop, ownTexts }: SettingsFormProps) {
  const { groups, hints } = useMessages().shopSettings
  const field = useSettingsField(controller)
  const homeText = (name: keyof typeof ownTexts) => {
    const props = field(name)
    return { ...props, placeholder: props.placeholder || ownTexts[name] }
  }
  return (
    <>
      <Group title={groups.shop}>
        <Field {...field('name')} required />
        <WhatsappField controller={controller} shop={shop} field={field} />
        <InstagramField field={field} />
      </Group>
      <Group title={groups.languages}>
        <LanguagesField controller={controller} field={field} />
        <TextLanguageField controller={controller} />
      </Group>
      <Group title={groups.notice}>
        <NoticeFields controller={controller} field={field} />
      </Group>
      <Group title={groups.home}>
        <Field {...homeText('eyebrow')} />
        <Field {...homeText('headline')} />
        <Field {...homeText('sub')} rows={2} hint={hints.ownText} />
        <HeroPhoto controller={controller} />
      </Group>
    </>
  )
}

/** What pages say of the maker, and how she sells. */
function PageFields({ controller }: SettingsFormProps) {
  const { groups, hints } = useMessages().shopSettings
  const field = useSettingsField(controller)
  return (
    <>
      <Group title={groups.about}>
        <Field {...field('about')} rows={5} hint={hints.about} />
        <Field {...field('place')} hint={hints.place} />
        <Photo name="aboutPhoto" controller={controller} />
      </Group>
      <Group title={groups.enquiry}>
        <Field {...field('replyTime')} hint={hints.replyTime} />
        <Field {...field('deliveryLine')} />
        <Field {...field('knittedIn')} />
      </Group>
      <Group title={groups.channels}>
        <PhoneField field={field} />
        <Field {...field('email')} inputMode="email" hint={hints.email} />
        <SwitchField name="copyMessage" {...{ controller, field }} />
        <SwitchField name="qrCode" {...{ controller, field }} />
      </Group>
      <Group title={groups.pieces}>
        <Field {...field('delivery')} rows={4} hint={hints.delivery} />
        <Field {...field('payment')} rows={3} hint={hints.payment} />
        <Field {...field('returns')} rows={3} />
        <Field {...field('videoCall')} rows={2} hint={hints.videoCall} />
        <Field {...field('howToMeasure')} rows={3} hint={hints.howToMeasure} />
        <Field {...field('care')} rows={3} hint={hints.care} />
        <Field {...field('weeksToMake')} inputMode="numeric" hint={hints.weeksToMake} />
      </Group>
      <Group title={groups.share}>
        <Photo name="sharePhoto" controller={controller} hint={hints.sharePhoto} />
      </Group>
      <Group title={groups.adding}>
        <WhoMayAddField field={field} />
      </Group>
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="settings-group">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface PhotoProps {
  readonly name: PhotoName
  readonly controller: SettingsController
  readonly hint?: string
}

function Photo({ name, controller, hint }: PhotoProps) {
  const { fields } = useObservable(controller.errors)
  return <PhotoSetting name={name} photo={controller.photos[name]} hint={hint} error={fields[name]} />
}

/** Stays in sight: the form is long. */
function SaveBar({ controller }: { readonly controller: SettingsController }) {
  const { create, shopSettings: texts } = useMessages()
  const { isSaving, isChanged, isDone } = useObservable(controller)
  const { text: isStored } = useObservable(controller.draft.isStored)
  const save = useRef<HTMLButtonElement>(null)
  const discard = () => {
    void controller.discard()
    save.current?.focus() // The button disappears.
  }
  return (
    <div className="settings-bar">
      <p className="actions">
        <button ref={save} className="button" type="submit" aria-disabled={isSaving}>
          {isSaving ? texts.saving : texts.save}
        </button>
        {isChanged && !isSaving && <QuietButton onClick={discard}>{texts.discard}</QuietButton>}
      </p>
      <p className="quiet" role="status">
        {isDone && texts.saved}
        {isChanged && !isSaving && (isStored ? texts.unsaved : create.textNotKept)}
      </p>
    </div>
  )
}
