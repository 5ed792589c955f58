import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { isShopError } from '../../src/domain/errors.ts'
import type { NewItem } from '../../src/domain/item.ts'
import { maxLengths, parseNewItem } from '../../src/domain/item.ts'
import { create } from '../../src/domain/messages.ts'
import { forgetDraft, keepDraft, restoreDraft } from '../browser/draft.ts'
import { Alert } from './alert.tsx'
import { Field } from './field.tsx'
import { ImagePreview } from './image-preview.tsx'

const { labels, placeholders } = create

interface ItemFormProps {
  /** Saves the item and goes on to its page. Rejects with words for people. */
  onSave: (item: NewItem) => Promise<void>
  /** Why nothing can be saved yet. */
  refusal: string | undefined
}

/** An item's fields. They keep what was typed through every failure and across a reload. */
export function ItemForm({ onSave, refusal }: ItemFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [alert, setAlert] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [imageUrl, setImageUrl] = useState('')

  const noteTyping = () => {
    if (!form.current) return
    keepDraft(form.current)
    setImageUrl(String(new FormData(form.current).get('imageUrl')).trim())
  }
  useEffect(() => {
    if (!form.current) return
    restoreDraft(form.current)
    noteTyping()
  }, [])

  const clear = () => {
    form.current?.reset()
    forgetDraft()
    setErrors({})
    setAlert(undefined)
    setImageUrl('')
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    setAlert(undefined)
    setErrors({})
    const parsed = parse(event.currentTarget)
    if (refusal !== undefined) return setAlert(refusal)
    if ('refused' in parsed) {
      setErrors(parsed.fields)
      return setAlert(parsed.refused)
    }
    setIsSaving(true)
    try {
      await onSave(parsed.item)
      forgetDraft()
    } catch (error) {
      setAlert(create.failed((error as Error).message))
      setIsSaving(false)
    }
  }

  const field = (name: keyof typeof labels) => ({
    name,
    label: labels[name],
    error: errors[name],
    ...(name !== 'price' && { maxLength: maxLengths[name] }),
  })
  return (
    <form ref={form} className="item-form" noValidate onSubmit={save} onInput={noteTyping}>
      <Field {...field('title')} required />
      <Field {...field('tagline')} />
      <Field {...field('price')} inputMode="decimal" />
      <Field {...field('category')} placeholder={placeholders.category} />
      <Field {...field('size')} placeholder={placeholders.size} />
      <Field {...field('color')} placeholder={placeholders.color} />
      <Field {...field('imageUrl')} placeholder={placeholders.imageUrl} inputMode="url" required />
      <ImagePreview url={imageUrl} />
      <Field {...field('description')} rows={4} />
      <p className="actions">
        <button className="button" type="submit" disabled={isSaving}>
          {isSaving ? create.saving : create.save}
        </button>
        <button className="button button-quiet" type="button" onClick={clear} disabled={isSaving}>
          {create.clear}
        </button>
      </p>
      {alert !== undefined && <Alert words={alert} onDismiss={() => setAlert(undefined)} />}
    </form>
  )
}

type Parsed = { item: NewItem } | { refused: string; fields: Readonly<Record<string, string>> }

function parse(form: HTMLFormElement): Parsed {
  try {
    return { item: parseNewItem(Object.fromEntries(new FormData(form))) }
  } catch (error) {
    if (!isShopError(error)) throw error
    return { refused: error.message, fields: error.fields ?? {} }
  }
}
