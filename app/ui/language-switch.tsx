import { useLocation } from 'react-router'

import { languageNames, localPath } from '../../src/domain/language.ts'
import { isMissingAddress } from '../../src/domain/page-address.ts'
import { homePath } from '../../src/domain/page-paths.ts'
import { useShop } from '../shop.ts'
import { useServerMessages } from '../use-messages.ts'

/** In the header: the same page in each language of the shop; nothing in a shop with one. */
export function LanguageSwitch() {
  const { site } = useServerMessages()
  if (useLanguages().length === 1) return null
  return (
    <nav className="languages" aria-label={site.languages}>
      <LanguageLinks />
    </nav>
  )
}

/** Each language is named in itself. What is missing is missing in each: there, they lead to the home page. */
export function LanguageLinks() {
  const { site } = useServerMessages()
  const { pathname, search } = useLocation()
  const languages = useLanguages()
  if (languages.length === 1) return null
  // In the renderer, a category's path has an escape more than its address.
  const address = pathname.replaceAll('%2E', '.') + search
  const path = isMissingAddress(address) ? homePath : address
  return (
    <ul className="language-links">
      {languages.map((language) => (
        <li key={language}>
          <a
            href={localPath(path, language, languages)}
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

function useLanguages() {
  return useShop()?.languages ?? (['en'] as const)
}
