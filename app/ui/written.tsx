import { createElement, type AnchorHTMLAttributes } from 'react'

import { splitLinks } from '../../src/domain/links.ts'
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

/** A text that somebody typed, with its line breaks. Addresses in it are links. */
export function PlainText({ children }: { children: string }) {
  return (
    <Written as="p" className="plain-text" text={children}>
      {splitLinks(children).map(({ start, text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a key={start} href={href} rel="noopener nofollow">
            {text}
          </a>
        ),
      )}
    </Written>
  )
}

/** Texts of as many characters have room in two lines of the narrowest card. */
const uncutLength = 24

/**
 * The class of a text that is cut, for the eye only, after two lines of a card. Short texts have none: each makes a layer of its
 * own to paint.
 */
export function cutClass({ length }: string): string | undefined {
  return length > uncutLength ? 'cut' : undefined
}
