import { useEffect, useRef, useState, type ReactNode } from 'react'

import { addDays, dayOf, formatDay, type Day } from '../../../src/domain/day.ts'
import { isInvalidInput } from '../../../src/domain/invalid-input.ts'
import { parseItemState } from '../../../src/domain/item-state.ts'
import { fill } from '../../../src/domain/template.ts'
import { describeInvalidInput } from '../../../src/messages/describe-invalid-input.ts'
import { Field } from '../../ui/field.tsx'
import { useReturnFocus } from '../../ui/keyboard-focus.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { useMessages } from '../../use-messages.ts'
import { editButtonId, type RowProps } from './row-props.ts'

export type RowFormName = 'reservation' | 'price'

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
  const { errors, save } = useSaving(props)
  return (
    <FormInRow
      {...props}
      label={fill(manage.of, { action: manage.changePrice, title })}
      onSave={() => save({ price: value })}
    >
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
  const { errors, save } = useSaving(props)
  const reserveUntil = (day: string) => save({ reserved: true, reservedUntil: day, reservedNote: note })
  const [today] = useState(() => dayOf(new Date()))
  const days = Array.from({ length: dayCount }, (_, index) => addDays(today, index))
  return (
    <FormInRow
      {...props}
      label={fill(manage.of, { action: reserve.start, title })}
      submit={reserve.start}
      onSave={() => reserveUntil(until)}
    >
      <Field
        name={`reservedNote-${id}`}
        label={reserve.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={errors['reservedNote']}
      />
      <div className="filters" role="group" aria-label={reserve.until}>
        {days.map((day) => (
          <DayButton key={day} day={day} isToday={day === today} onClick={() => reserveUntil(day)} />
        ))}
      </div>
      <Field
        name={`reservedUntil-${id}`}
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

/** Checks and saves what was typed, and closes the form once it is saved. */
function useSaving({ item, actions, isBusy, onClose }: RowFormProps) {
  const messages = useMessages()
  const isShown = useIsShown()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = async (typed: object) => {
    if (isBusy) return
    setErrors({})
    try {
      if ((await actions.setState(item, parseItemState(typed))) && isShown()) onClose()
    } catch (error) {
      if (!isInvalidInput(error)) throw error
      setErrors(describeInvalidInput(error, messages).fields ?? {})
    }
  }
  return { errors, save: (typed: object) => void save(typed) }
}

interface FormInRowProps extends Pick<RowFormProps, 'item' | 'isBusy' | 'onClose'> {
  readonly label: string
  /** The text of its button. */
  readonly submit?: string
  readonly onSave: () => void
  readonly children: ReactNode
}

function FormInRow({ item, label, submit, isBusy, onSave, onClose, children }: FormInRowProps) {
  const { manage } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  useReturnFocus(form, () => document.getElementById(editButtonId(item.id)))
  useEffect(() => {
    // A field would open the keyboard of a phone, over the days.
    const first = form.current?.querySelector<HTMLElement>('.filters button') ?? form.current?.querySelector('input')
    first?.focus()
  }, [])
  return (
    <form
      ref={form}
      className="row-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {submit ?? manage.save}
        </button>
        <QuietButton onClick={onClose}>{manage.cancel}</QuietButton>
      </p>
    </form>
  )
}
