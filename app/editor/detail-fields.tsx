import { useEffect, useRef } from 'react'

import { Field, FieldNotes, notesOf } from '../ui/field.tsx'
import { useMessages } from '../use-messages.ts'
import type { Fields } from './changed-fields.ts'

/** What an item may say beyond the fields of every item, folded until one of them has a value or an error. */
export function DetailFields({ values, errors }: { readonly values: Fields; readonly errors: Fields }) {
  const { details, detailsAbout, detailLabels, detailPlaceholders, madeToOrderHint } = useMessages().create
  const folded = useRef<HTMLDetailsElement>(null)
  const names = Object.keys(detailLabels)
  const isUsed = names.some((name) => (values[name] ?? '') !== '')
  const isWrong = names.some((name) => errors[name] !== undefined)
  useEffect(() => {
    if (folded.current && (isUsed || isWrong)) folded.current.open = true
  }, [isUsed, isWrong])
  const field = (name: keyof typeof detailPlaceholders) => ({
    name,
    label: detailLabels[name],
    placeholder: detailPlaceholders[name],
    error: errors[name],
  })
  const madeToOrder = { name: 'madeToOrder', hint: madeToOrderHint, error: errors['madeToOrder'] }
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
            aria-describedby={notesOf(madeToOrder)}
          />
          <label htmlFor="madeToOrder">{detailLabels.madeToOrder}</label>
          <FieldNotes {...madeToOrder} />
        </div>
        <Field {...field('weeksToMake')} inputMode="numeric" />
        <Field {...field('yarn')} />
        <Field {...field('measurements')} rows={2} />
        <Field {...field('washing')} />
        <Field {...field('care')} rows={2} />
      </div>
    </details>
  )
}
