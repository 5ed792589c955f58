import { useRef, useState, type ChangeEvent, type ReactNode, type RefObject } from 'react'

import type { PhotoName } from '../../src/domain/shop-settings.ts'
import { fill } from '../../src/domain/template.ts'
import { PhotoProblems } from '../editor/photos/photo-problems.tsx'
import { Progress } from '../editor/photos/photo-tile.tsx'
import type { FormPhoto } from '../editor/upload/photo-uploads.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { SettingPicture } from './setting-picture.tsx'
import type { SinglePhoto } from './single-photo.ts'

interface PhotoSettingProps {
  readonly name: PhotoName
  readonly photo: SinglePhoto
  readonly hint: string | undefined
  readonly error: string | undefined
  /** Shows the photo, in place of a picture alone. */
  readonly children?: ReactNode
}

/** A setting that is a photo from this device, or none. */
export function PhotoSetting({ name, photo, hint, error, children }: PhotoSettingProps) {
  const { labels } = useMessages().shopSettings
  const { photos, problems } = useObservable(photo.uploads)
  const current = photos.at(-1)
  const [announcement, announce] = useState('')
  return (
    <fieldset className="photo-setting" name={name} tabIndex={-1} aria-describedby={`${name}-about ${name}-error`}>
      <legend>{labels[name]}</legend>
      {children}
      {current && (
        <div className="photo-setting-picture">
          {!children && <SettingPicture photo={current} />}
          <Progress photo={current} number={1} />
        </div>
      )}
      <PhotoButtons label={labels[name]} {...{ photo, current, announce }} />
      <p className="quiet" id={`${name}-about`}>
        {hint}
      </p>
      <p className="field-error" id={`${name}-error`} hidden={error === undefined}>
        {error}
      </p>
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
  const { photoField, shopSettings } = useMessages()
  const { picture } = shopSettings
  const chooser = useRef<HTMLButtonElement>(null)
  const pick = (file: File) => {
    photo.replace(file)
    announce(picture.chosen)
  }
  const remove = () => {
    photo.remove()
    announce(picture.removed)
    chooser.current?.focus() // The button that had it goes away.
  }
  return (
    <div className="actions">
      <Picker chooser={chooser} label={label} hasPhoto={current !== undefined} onPick={pick} />
      {current && <ActionButton action={picture.remove} label={label} onPress={remove} />}
      {current?.status === 'failed' && (
        <ActionButton action={photoField.tryAgain} label={label} onPress={() => photo.uploads.retry(current.key)} />
      )}
    </div>
  )
}

interface ActionButtonProps {
  readonly action: string
  readonly label: string
  readonly onPress: () => void
}

function ActionButton({ action, label, onPress }: ActionButtonProps) {
  const { picture } = useMessages().shopSettings
  return (
    <QuietButton aria-label={fill(picture.of, { action, label })} onClick={onPress}>
      {action}
    </QuietButton>
  )
}

interface PickerProps {
  readonly chooser: RefObject<HTMLButtonElement | null>
  readonly label: string
  readonly hasPhoto: boolean
  readonly onPick: (file: File) => void
}

function Picker({ chooser, label, hasPhoto, onPick }: PickerProps) {
  const { picture } = useMessages().shopSettings
  const input = useRef<HTMLInputElement>(null)
  const action = hasPhoto ? picture.replace : picture.choose
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file) onPick(file)
    currentTarget.value = '' // Allows picking the same file again.
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden onChange={pick} />
      <QuietButton
        ref={chooser}
        aria-label={fill(picture.of, { action, label })}
        onClick={() => input.current?.click()}
      >
        {action}
      </QuietButton>
    </>
  )
}
