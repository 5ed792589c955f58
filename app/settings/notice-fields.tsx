import { noticeKinds } from '../../src/domain/notice-fields.ts'
import { Field } from '../ui/field.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import { Choices } from './choices.tsx'
import type { FieldName } from './settings-fields.ts'
import { usePageTexts } from './use-page-texts.ts'
import { useFormLanguages, useSettingsField, type SettingsFieldProps } from './use-settings-field.ts'

/** The line on every page: what it says, and only the fields that its kind has, or that are to be corrected. */
export function NoticeFields({ controller }: SettingsFieldProps) {
  const field = useSettingsField(controller)
  const { noticeKind: kinds } = useMessages().shopSettings
  const { hints } = usePageTexts()
  const kind = field('noticeKind')
  const [first, ...others] = useFormLanguages(controller)
  const { refused } = useObservable(controller)
  const isShown = (fieldName: FieldName, hasIt = kind.value !== '') => hasIt || refused.includes(fieldName)
  return (
    <>
      <Choices
        {...kind}
        choices={['' as const, ...noticeKinds].map((each) => ({ value: each, label: kinds[each || 'none'] }))}
        isLabelHidden
      />
      {isShown('noticeWeeks', kind.value === 'madeToOrder') && <Field {...field('noticeWeeks')} inputMode="numeric" />}
      {isShown('noticeUntil') && <Field {...field('noticeUntil')} type="date" hint={hints.noticeUntil} />}
      {isShown('noticeText') && <Field {...field('noticeText', first)} hint={hints.noticeText} />}
      {/* All at once: one that is out of sight would be left from the last notice. */}
      {others
        .filter((language) => isShown(`noticeText@${language}`))
        .map((language) => (
          <Field key={language} {...field('noticeText', language)} />
        ))}
    </>
  )
}
