import { useEffect, useState, type ReactNode } from 'react'

import { addDays, dayOf, formatDay, type Day } from '../../../src/domain/day.ts'
import { isInvalidInput } from '../../../src/domain/invalid-input.ts'
import { parseItemState } from '../../../src/domain/item-state.ts'
import { fill } from '../../../src/domain/template.ts'
import { describeInvalidInput } from '../../../src/messages/describe-invalid-input.ts'
import { Field } from '../../ui/field.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { typedDay } from '../../ui/typed-day.ts'
import { useOpenedForm } from '../../ui/use-opened-form.ts'
import { useMessages } from '../../use-messages.ts'
import type { ItemStateChange } from '../manage-api.ts'
import type { ManagedItemJson } from '../managed-item.ts'
import { editButtonId, type RowFormName, type RowProps } from './row-props.ts'

interface RowFormProps extends Pick<RowProps, 'item' | 'actions' | 'isBusy'> {
  readonly onClose: () => void
}

/** A form in the row of an item. It stays with what was typed if the change fails. */
export function RowForm({ form, ...props }: RowFormProps & { readonly form: RowFormName }) {
  return form === 'price' ? <PriceForm {...props} /> : <ReservationForm {...props} />
}

function PriceForm(props: RowFormProps) {
  const { create, manage } = useMessages()
  const { id, price, title } = props.item
  const [value, setValue] = useState(price === null ? '' : String(price))
  const { errors, ...form } = useRowForm(props, () => ({ price: value }))
  return (
    <FormInRow {...form} label={fill(manage.of, { action: manage.changePrice, title })}>
      <Field
        name={`price-${id}`}
        label={create.labels.price}
        inputMode="decimal"
        hint={manage.emptyPrice}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        error={errors['price']}
      />
    </FormInRow>
  )
}

/** How many days a tap reserves for: today, and a week on. */
const dayCount = 8

/** A tap on a day reserves until then, with what the note says. */
function ReservationForm(props: RowFormProps) {
  const { manage } = useMessages()
  const { reserve } = manage
  const { id, title, reservedUntil, reservedNote } = props.item
  const [note, setNote] = useState(reservedNote ?? '')
  const [until, setUntil] = useState(reservedUntil ?? '')
  const reservation = (day: string) => ({ reserved: true, reservedUntil: day, reservedNote: note })
  const dayField = `reservedUntil-${id}`
  const { errors, save, ...form } = useRowForm(props, () => reservation(typedDay(dayField, until)))
  const [today] = useState(() => dayOf(new Date()))
  const days = Array.from({ length: dayCount }, (_, index) => addDays(today, index))
  return (
    <FormInRow {...form} label={fill(manage.of, { action: reserve.start, title })} action={reserve.start}>
      <Field
        name={`reservedNote-${id}`}
        label={reserve.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={errors['reservedNote']}
      />
      <div className="filters" role="group" aria-label={reserve.until}>
        {days.map((day) => (
          <DayButton key={day} day={day} isToday={day === today} onClick={() => save(reservation(day))} />
        ))}
      </div>
      <Field
        name={dayField}
        label={reserve.lastDay}
        type="date"
        min={today}
        hint={reserve.noEnd}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
        error={errors['reservedUntil']}
      />
    </FormInRow>
  )
}

interface DayButtonProps {
  readonly day: Day
  readonly isToday: boolean
  readonly onClick: () => void
}

/** Such as Fri 27. */
function DayButton({ day, isToday, onClick }: DayButtonProps) {
  const { manage, site } = useMessages()
  const weekday = new Date(day).toLocaleDateString(site.dateLocale, {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const label = isToday ? manage.reserve.today : weekday
  return (
    <button
      type="button"
      aria-label={fill(manage.of, {
        action: label,
        title: fill(manage.reserve.untilDay, { day: formatDay(day, site.dateLocale) }),
      })}
      onClick={onClick}
    >
      {label}
    </button>
  )
}

/** Checks and saves changes. @param readTyped reads the one that the form's button saves. */
function useRowForm({ item, actions, isBusy, onClose }: RowFormProps, readTyped: () => object) {
  const messages = useMessages()
  /** The latest version that the owner has seen in the form, or been told of. */
  const [known, setKnown] = useState(item)
  const change = async (input: object) => {
    const state = parseItemState(input)
    // A change of something else, here or elsewhere, is no conflict.
    const before = hasSameState(known, item, state) ? item : known
    const outcome = await actions.setState(before, state)
    if (outcome) setKnown(outcome.item)
    return outcome?.isDone === true
  }
  const { form, errors, save, submit } = useOpenedForm({
    opener: () => document.getElementById(editButtonId(item.id)),
    isBlocked: isBusy,
    onSave: () => change(readTyped()),
    toErrors(error) {
      if (!isInvalidInput(error)) throw error
      return describeInvalidInput(error, messages).fields ?? {}
    },
    onClose,
  })
  useEffect(() => {
    // A field would open the keyboard of a phone, over the days.
    const first = form.current?.querySelector<HTMLElement>('.filters button') ?? form.current?.querySelector('input')
    first?.focus()
  }, [form])
  return { form, errors, isBusy, submit, save: (state: object) => void save(() => change(state)), onClose }
}

/** Whether two versions of an item are the same in all that a change sets. */
function hasSameState(one: ManagedItemJson, other: ManagedItemJson, change: ItemStateChange): boolean {
  const names = Object.keys(change) as (keyof ItemStateChange)[]
  return names.every((name) => one[name] === other[name])
}

interface FormInRowProps extends Pick<ReturnType<typeof useRowForm>, 'form' | 'isBusy' | 'submit' | 'onClose'> {
  readonly label: string
  /** The text of its button. */
  readonly action?: string
  readonly children: ReactNode
}

function FormInRow({ form, isBusy, submit, onClose, label, action, children }: FormInRowProps) {
  const { manage } = useMessages()
  return (
    <form ref={form} className="row-form" aria-label={label} noValidate onSubmit={submit}>
      {children}
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {action ?? manage.save}
        </button>
        <QuietButton onClick={onClose}>{manage.cancel}</QuietButton>
      </p>
    </form>
  )
}
