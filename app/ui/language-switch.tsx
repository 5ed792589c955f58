import { languageNames } from '../../src/domain/language.ts'
import type { LanguageLink } from '../shop.ts'
import { useMessages, useServerMessages } from '../use-messages.ts'

interface LanguagesProps {
  /** None in a shop with one language. */
  readonly links: readonly LanguageLink[]
}

/** In the header: the same page in each language of the shop. */
export function LanguageSwitch({ links }: LanguagesProps) {
  const { site } = useServerMessages()
  if (links.length === 0) return null
  return (
    <nav className="languages" aria-label={site.languages}>
      <LanguageLinks links={links} />
    </nav>
  )
}

/** Each language is named in itself. */
export function LanguageLinks({ links }: LanguagesProps) {
  const { site } = useMessages()
  if (links.length === 0) return null
  return (
    <ul className="language-links">
      {links.map(({ language, path }) => (
        <li key={language}>
          <a
            href={path}
            lang={language}
            hrefLang={language}
            aria-current={language === site.language ? 'true' : undefined}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}
