import { useRef, useState, type FormEvent, type RefObject } from 'react'

import { fill, formatNumber, pluralOf } from '../../../src/domain/template.ts'
import type { BrowserMessages } from '../../../src/messages/english-browser.ts'
import type { WordJson } from '../../../src/messages/words.ts'
import { errorMessage, FieldsError } from '../../api/localized-error.ts'
import type { Session } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useOpenedForm } from '../../ui/use-opened-form.ts'
import { useMessages } from '../../use-messages.ts'
import { usePageTexts, type PageTexts } from '../use-page-texts.ts'
import { correctWord, searchWords, type FoundWords } from './words-api.ts'

/** The words of visitor pages in other languages: searched, and corrected one by one. They are loaded when they are opened. */
export function Words({ session }: { readonly session: Session }) {
  const messages = useMessages()
  const { words: texts } = usePageTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [searches, setSearches] = useState(0)
  const key = isOpen ? `${searches} ${query}` : undefined
  const { value: found, failure, setValue } = useLoaded(key, () => searchWords(session, query))
  const [done, setDone] = useState('')
  /** The words with an open form, which stays with what is typed while others are searched. */
  const [opened, setOpened] = useState<readonly WordJson[]>([])
  const search = (words: string) => {
    setQuery(words)
    setSearches((before) => before + 1) // The same words are searched again.
    setDone('')
  }
  const change = (word: WordJson) => {
    const replace = (words: readonly WordJson[]) => words.map((each) => (isSame(each, word) ? word : each))
    setValue((before) => before && { ...before, words: replace(before.words) })
    setOpened(replace)
    setDone(word.correction === null ? texts.takenBack : texts.saved)
  }
  const listed = found?.words ?? []
  const rows = [...opened.filter((word) => !has(listed, word)), ...listed]
  const state = failure === undefined ? describeFound(found, texts, messages) : errorMessage(failure, messages)
  return (
    <details className="words" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{texts.title}</summary>
      <p className="quiet">{texts.about}</p>
      <SearchForm onSearch={search} />
      <p className="quiet" role="status">
        {`${done} ${state}`.trim()}
      </p>
      <ul>
        {rows.map((word) => (
          <WordRow
            key={`${word.language} ${word.key}`}
            {...{ session, word }}
            onChange={change}
            isOpen={has(opened, word)}
            open={() => setOpened((before) => [...before, word])}
            close={() => setOpened((before) => before.filter((other) => !isSame(other, word)))}
          />
        ))}
      </ul>
    </details>
  )
}

function isSame(word: WordJson, other: WordJson): boolean {
  return word.language === other.language && word.key === other.key
}

function has(words: readonly WordJson[], wanted: WordJson): boolean {
  return words.some((word) => isSame(word, wanted))
}

function SearchForm({ onSearch }: { readonly onSearch: (query: string) => void }) {
  const { words: texts } = usePageTexts()
  const [typed, setTyped] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form className="word-form" role="search" onSubmit={search}>
      <Field
        name="words"
        label={texts.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={undefined}
      />
      <p className="actions">
        <button className="button button-quiet" type="submit">
          {texts.find}
        </button>
      </p>
    </form>
  )
}

/** How many words were found. */
function describeFound(found: FoundWords | undefined, texts: PageTexts['words'], { site }: BrowserMessages): string {
  if (found === undefined) return texts.loading
  const { count, words } = found
  if (count === 0) return texts.none
  if (words.length < count) return fill(texts.countOf, { shown: words.length, count: formatNumber(count) })
  return fill(pluralOf(texts.count, count, site.language), { count })
}

interface WordProps {
  readonly session: Session
  readonly word: WordJson
  readonly onChange: (word: WordJson) => void
}

interface WordRowProps extends WordProps {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** A word: where it is, how sure it is, and the form that corrects it. */
function WordRow({ session, word, onChange, isOpen, open, close }: WordRowProps) {
  const { words: texts } = usePageTexts()
  const button = useRef<HTMLButtonElement>(null)
  const { language, key, english, text, grade, correction } = word
  return (
    <li>
      <span className="quiet">
        {texts.languages[language]} · {texts.places[placeOf(key)]} ·{' '}
        {correction === null ? fill(texts.grade, { grade }) : texts.corrected}
      </span>
      <b lang={language}>{correction ?? text}</b>
      <span>{english}</span>
      {correction !== null && (
        <span className="quiet" lang={language}>
          {fill(texts.before, { text })}
        </span>
      )}
      <QuietButton
        ref={button}
        aria-expanded={isOpen}
        aria-label={fill(texts.of, { action: texts.correct, text: `${texts.languages[language]}, ${english}` })}
        onClick={isOpen ? close : open}
      >
        {texts.correct}
      </QuietButton>
      {isOpen && <WordForm {...{ session, word, onChange }} opener={button} onClose={close} />}
    </li>
  )
}

type Place = keyof PageTexts['words']['places']

/** The page of a word is the first part of its key. */
function placeOf(key: string): Place {
  return key.slice(0, key.indexOf('.')) as Place
}

interface WordFormProps extends WordProps {
  /** Has the focus afterwards. */
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** A better text for a word. If it cannot be saved, the form stays with what is typed. */
function WordForm({ session, word, onChange, opener, onClose }: WordFormProps) {
  const messages = useMessages()
  const { words: texts } = usePageTexts()
  const [typed, setTyped] = useState(word.correction ?? word.text)
  const correct = async (text: string) => onChange(await correctWord(session, word, text))
  const { form, errors, isBusy, save, submit } = useOpenedForm({
    opener: () => opener.current,
    onlyField: 'textarea',
    onSave: () => correct(typed),
    toErrors(error) {
      if (error instanceof FieldsError) return error.fields
      return { text: fill(messages.shopSettings.failed, { message: errorMessage(error, messages) }) }
    },
    onClose,
  })
  const names = [...new Set(word.text.match(/\{\w+\}/g))].join(', ')
  return (
    <form ref={form} className="word-form" noValidate onSubmit={submit}>
      <Field
        name={`word-${word.language}-${word.key}`}
        label={texts.better}
        rows={2}
        lang={word.language}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        {...(names !== '' && { hint: fill(texts.keep, { names }) })}
        error={errors['text']}
      />
      <p className="actions">
        <button className="button" type="submit" aria-disabled={isBusy}>
          {texts.save}
        </button>
        {word.correction !== null && (
          <QuietButton aria-disabled={isBusy} onClick={() => void save(() => correct(''))}>
            {texts.takeBack}
          </QuietButton>
        )}
        <QuietButton onClick={onClose}>{texts.cancel}</QuietButton>
      </p>
    </form>
  )
}
