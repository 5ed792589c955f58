import { useEffect, useRef } from 'react'

import { Field, FieldNotes, notesOf } from '../ui/field.tsx'
import { useMessages } from '../use-messages.ts'
import type { ToFieldProps } from './use-item-form.ts'

/** What an item may say beyond the fields of every item, folded until one of them has a value or an error. */
export function DetailFields({ field }: { readonly field: ToFieldProps }) {
  const { details, detailsAbout, detailLabels, detailPlaceholders, madeToOrderHint } = useMessages().create
  const folded = useRef<HTMLDetailsElement>(null)
  const names = Object.keys(detailLabels)
  const isUsed = names.some((name) => field(name).value !== '')
  const isWrong = names.some((name) => field(name).error !== undefined)
  useEffect(() => {
    if (folded.current && (isUsed || isWrong)) folded.current.open = true
  }, [isUsed, isWrong])
  const labelled = (name: keyof typeof detailPlaceholders) => ({
    ...field(name),
    label: detailLabels[name],
    placeholder: detailPlaceholders[name],
  })
  const { value, onChange, ...madeToOrder } = { ...field('madeToOrder'), hint: madeToOrderHint }
  return (
    <details className="detail-fields" ref={folded}>
      <summary>
        {details} <span className="quiet">{detailsAbout}</span>
      </summary>
      <div className="form">
        <div className="field field-checkbox">
          <input
            type="checkbox"
            id="madeToOrder"
            name="madeToOrder"
            value="true"
            checked={value === 'true'}
            aria-describedby={notesOf(madeToOrder)}
            onChange={({ currentTarget }) =>
              onChange({ currentTarget: { value: currentTarget.checked ? 'true' : '' } })
            }
          />
          <label htmlFor="madeToOrder">{detailLabels.madeToOrder}</label>
          <FieldNotes {...madeToOrder} />
        </div>
        <Field {...labelled('weeksToMake')} inputMode="numeric" />
        <Field {...labelled('yarn')} />
        <Field {...labelled('measurements')} rows={2} />
        <Field {...labelled('washing')} />
        <Field {...labelled('care')} rows={2} />
      </div>
    </details>
  )
}
