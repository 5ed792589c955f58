import { splitLinks } from '../../src/domain/links.ts'
import { Written } from './written.tsx'

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
