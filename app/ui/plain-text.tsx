import { splitLinks } from '../../src/domain/links.ts'
import { useForeignLanguage } from '../use-messages.ts'

/** A text that somebody typed, with its line breaks. Addresses in it are links. */
export function PlainText({ children }: { children: string }) {
  const foreign = useForeignLanguage()
  return (
    <p className="plain-text" lang={foreign(children)}>
      {splitLinks(children).map(({ start, text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a key={start} href={href} rel="noopener nofollow">
            {text}
          </a>
        ),
      )}
    </p>
  )
}
