import { useRef, useState, type CSSProperties, type ReactNode } from 'react'

import { focusField, focusOf } from '../../src/domain/focus.ts'
import type { PhotoName } from '../../src/domain/shop-settings.ts'
import { fill } from '../../src/domain/template.ts'
import { CoverFocus } from '../editor/photos/cover-focus.tsx'
import { PhotoImage } from '../editor/photos/photo-image.tsx'
import { PhotoProblems } from '../editor/photos/photo-problems.tsx'
import { Progress } from '../editor/photos/photo-tile.tsx'
import { PickerButton } from '../editor/photos/picker-button.tsx'
import type { FormPhoto } from '../editor/upload/photo-uploads.ts'
import { FieldNotes, notesOf } from '../ui/field.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { SinglePhoto } from './single-photo.ts'
import { usePageTexts } from './use-page-texts.ts'
import type { SettingsFieldProps } from './use-settings-field.ts'

interface PhotoSettingProps extends SettingsFieldProps {
  readonly name: PhotoName
  readonly hint?: string
  /** Shows the photo, in place of a picture alone. */
  readonly children?: ReactNode
}

/** A setting that is a photo from this device, or none. */
export function PhotoSetting({ name, controller, hint, children }: PhotoSettingProps) {
  const { labels } = useMessages().shopSettings
  const photo = controller.photos[name]
  const error = useObservable(controller.errors).fields[name]
  const { photos, problems } = useObservable(photo.uploads)
  const current = photos.at(-1)
  const [announcement, announce] = useState('')
  return (
    <fieldset className="photo-setting" name={name} tabIndex={-1} aria-describedby={notesOf({ name, hint, error })}>
      <legend>{labels[name]}</legend>
      {children}
      {current && (
        <div className="photo-setting-picture">
          {!children && <SettingPicture photo={current} />}
          <Progress photo={current} number={1} />
        </div>
      )}
      <PhotoButtons label={labels[name]} {...{ photo, current, announce }} />
      <FieldNotes {...{ name, hint, error }} />
      <PhotoProblems problems={problems} />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  )
}

interface PhotoButtonsProps {
  readonly label: string
  readonly photo: SinglePhoto
  readonly current: FormPhoto | undefined
  /** Announces a change to screen readers. */
  readonly announce: (text: string) => void
}

function PhotoButtons({ label, photo, current, announce }: PhotoButtonsProps) {
  const { shopSettings, site } = useMessages()
  const { picture } = shopSettings
  const chooser = useRef<HTMLButtonElement>(null)
  const of = (action: string) => fill(picture.of, { action, label })
  const action = current ? picture.replace : picture.choose
  const pick = ([file]: readonly File[]) => {
    if (!file) return
    photo.replace(file)
    announce(picture.chosen)
  }
  const remove = () => {
    photo.remove()
    announce(picture.removed)
    chooser.current?.focus() // The button that had it goes away.
  }
  const tryAgain = ({ key }: FormPhoto) => {
    photo.uploads.retry(key)
    chooser.current?.focus()
  }
  return (
    <div className="actions">
      <PickerButton ref={chooser} aria-label={of(action)} onPick={pick}>
        {action}
      </PickerButton>
      {current && (
        <QuietButton aria-label={of(picture.remove)} onClick={remove}>
          {picture.remove}
        </QuietButton>
      )}
      {current?.status === 'failed' && (
        <QuietButton aria-label={of(site.tryAgain)} onClick={() => tryAgain(current)}>
          {site.tryAgain}
        </QuietButton>
      )}
    </div>
  )
}

/** The photo at the top of the home page, and its part that stays in sight. */
export function HeroPhoto({ controller }: SettingsFieldProps) {
  const { heroPhoto: hint } = usePageTexts().hints
  const { values } = useObservable(controller)
  const { fields } = useObservable(controller.errors)
  const current = useObservable(controller.photos.heroPhoto.uploads).photos.at(-1)
  return (
    <PhotoSetting name="heroPhoto" {...{ controller, hint }}>
      {(current?.photo ?? current?.resized) && (
        <CoverFocus
          croppedBy="hero"
          focus={focusOf(values?.heroFocus)}
          onChange={(focus) => controller.setValue('heroFocus', focusField.format(focus))}
          error={fields.heroFocus}
          renderPicture={(style) => <SettingPicture photo={current} style={style} />}
        />
      )}
    </PhotoSetting>
  )
}

/** Of the file, in pixels: the form and the preview show it at 360 at most, on screens with a pixel ratio of 2. */
const fileWidth = 720

/** A photo of the form: the file on this device until the shop has it. */
export function SettingPicture({ photo, style }: { readonly photo: FormPhoto; readonly style?: CSSProperties }) {
  return <PhotoImage photo={photo} width={fileWidth} style={style} />
}
