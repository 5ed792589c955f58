import { noticeKinds } from '../../src/domain/notice-fields.ts'
import { Field } from '../ui/field.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { SettingsController } from './settings-controller.ts'
import { readLanguages } from './settings-fields.ts'
import type { SettingsFieldOf } from './use-settings-field.ts'

interface NoticeFieldsProps {
  readonly controller: SettingsController
  readonly field: SettingsFieldOf
}

/** The line on every page: what it says, and only the fields that its kind has. */
export function NoticeFields({ controller, field }: NoticeFieldsProps) {
  const { hints, labels, noticeKind: kinds } = useMessages().shopSettings
  const { name, value, error } = field('noticeKind')
  const [first, ...others] = readLanguages(useObservable(controller).values?.languages ?? '')
  return (
    <>
      <fieldset className="choices" aria-describedby="noticeKind-error">
        <legend className="visually-hidden">{labels.noticeKind}</legend>
        {(['', ...noticeKinds] as const).map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              value={kind}
              checked={value === kind}
              onChange={() => controller.setValue(name, kind)}
            />
            {kinds[kind || 'none']}
          </label>
        ))}
        <p className="field-error" id="noticeKind-error" hidden={error === undefined}>
          {error}
        </p>
      </fieldset>
      {value === 'madeToOrder' && <Field {...field('noticeWeeks')} inputMode="numeric" />}
      {value !== '' && (
        <>
          <Field {...field('noticeUntil')} type="date" hint={hints.noticeUntil} />
          <Field {...field('noticeText', first)} hint={hints.noticeText} />
          {/* All at once: one that is out of sight would be left from the last notice. */}
          {others.map((language) => (
            <Field key={language} {...field('noticeText', language)} />
          ))}
        </>
      )}
    </>
  )
}
