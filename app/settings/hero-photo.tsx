import { focusField, focusOf } from '../../src/domain/focus.ts'
import { CoverFocus } from '../editor/photos/cover-focus.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { PhotoSetting } from './photo-setting.tsx'
import { SettingPicture } from './setting-picture.tsx'
import type { SettingsController } from './settings-controller.ts'

/** The photo at the top of the home page, and its part that stays in sight. */
export function HeroPhoto({ controller }: { readonly controller: SettingsController }) {
  const { heroPhoto: hint } = useMessages().shopSettings.hints
  const { values } = useObservable(controller)
  const { fields } = useObservable(controller.errors)
  const photo = controller.photos.heroPhoto
  const current = useObservable(photo.uploads).photos.at(-1)
  return (
    <PhotoSetting name="heroPhoto" {...{ photo, hint }} error={fields.heroPhoto}>
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
