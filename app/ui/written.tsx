import { createElement, type AnchorHTMLAttributes } from 'react'

import { useForeignLanguage } from '../use-messages.ts'

interface WrittenProps extends AnchorHTMLAttributes<HTMLElement> {
  readonly as: 'a' | 'h1' | 'h2' | 'li' | 'p' | 'span'
  readonly text: string
}

/** An element for what somebody wrote, with its language if that is not the page's. Its children are the text, unless it has others. */
export function Written({ as, text, children = text, ...attributes }: WrittenProps) {
  const foreign = useForeignLanguage()
  return createElement(as, { ...attributes, lang: foreign(text) }, children)
}
