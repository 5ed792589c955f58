import { useEffect, useRef, type ReactNode } from 'react'

import { shopSettingsPath, signInAgainPath } from '../../src/domain/page-paths.ts'
import { useOtherTab } from '../editor/use-other-tab.ts'
import { useUnloadQuestion } from '../editor/use-unload-question.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { Choices, SwitchField } from './choices.tsx'
import { InstagramField, PhoneField, WhatsappField } from './contact-fields.tsx'
import { LanguagesField, TextLanguageField } from './language-fields.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { HeroPhoto, PhotoSetting } from './photo-setting.tsx'
import { SignInTooOldError } from './settings-api.ts'
import { settingsDraftKey } from './settings-controller.ts'
import { SettingsPreview, type SettingsPreviewProps } from './settings-preview.tsx'
import { usePageTexts } from './use-page-texts.ts'
import { useSettingsField, type SettingsFieldProps } from './use-settings-field.ts'

/** The form, and next to it what visitors will see. */
export function SettingsForm(props: SettingsPreviewProps) {
  const { controller } = props
  const { attach } = controller
  const { create, manage } = useMessages()
  const { alert } = useObservable(controller.errors)
  const { isKept } = useObservable(controller)
  useUnloadQuestion(isKept, () => controller.get().isKept)
  const isInOtherTab = useOtherTab(settingsDraftKey, controller.reloadIfReplaced)
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
        {isInOtherTab && <p role="status">{create.otherTab}</p>}
        <ShopFields {...props} />
        <PageFields {...props} />
        <SaveBar controller={controller} />
      </form>
      {alert && (
        <Alert message={alert.message} onDismiss={() => controller.errors.update({ alert: undefined })}>
          {alert.cause instanceof SignInTooOldError && (
            <a href={signInAgainPath(shopSettingsPath)} target={isKept ? undefined : '_blank'}>
              {manage.signInAgain}
            </a>
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
function ShopFields({ controller, shop, ownTexts }: SettingsPreviewProps) {
  const { groups } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const field = useSettingsField(controller)
  const homeText = (name: keyof typeof ownTexts) => {
    const props = field(name)
    return { ...props, placeholder: props.placeholder || ownTexts[name] }
  }
  return (
    <>
      <Group title={groups.shop}>
        <Field {...field('name')} required />
        <WhatsappField controller={controller} shop={shop} />
        <InstagramField controller={controller} />
      </Group>
      <Group title={groups.languages}>
        <LanguagesField controller={controller} />
        <TextLanguageField controller={controller} />
      </Group>
      <Group title={groups.notice}>
        <NoticeFields controller={controller} />
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
function PageFields({ controller }: SettingsPreviewProps) {
  const { groups } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const field = useSettingsField(controller)
  return (
    <>
      <Group title={groups.about}>
        <Field {...field('about')} rows={5} hint={hints.about} />
        <Field {...field('place')} hint={hints.place} />
        <PhotoSetting name="aboutPhoto" controller={controller} />
      </Group>
      <Group title={groups.enquiry}>
        <Field {...field('replyTime')} hint={hints.replyTime} />
        <Field {...field('deliveryLine')} />
        <Field {...field('knittedIn')} />
      </Group>
      <Group title={groups.channels}>
        <PhoneField controller={controller} />
        <Field {...field('email')} inputMode="email" hint={hints.email} />
        <SwitchField name="copyMessage" controller={controller} />
        <SwitchField name="qrCode" controller={controller} />
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
        <PhotoSetting name="sharePhoto" controller={controller} hint={hints.sharePhoto} />
      </Group>
      <Group title={groups.adding}>
        <WhoMayAddField controller={controller} />
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

/** Until an owner chooses, only owners may add: a shop with this page has one. */
function WhoMayAddField({ controller }: SettingsFieldProps) {
  const { owners, anyone } = useMessages().shopSettings
  const whoMayAdd = useSettingsField(controller)('whoMayAdd')
  const choices = [
    { value: 'owners', label: owners },
    { value: 'anyone', label: anyone },
  ]
  return <Choices {...whoMayAdd} choices={choices} value={whoMayAdd.value || 'owners'} isLabelHidden />
}

/** Stays in sight: the form is long. */
function SaveBar({ controller }: SettingsFieldProps) {
  const { manage, shopSettings: texts } = useMessages()
  const { isSaving, isChanged, isDone, isKept } = useObservable(controller)
  const save = useRef<HTMLButtonElement>(null)
  const discard = () => {
    if (!confirm(manage.discardQuestion)) return
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
        {isChanged && !isSaving && (isKept ? texts.unsaved : texts.notKept)}
      </p>
    </div>
  )
}
