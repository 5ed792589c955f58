import type { Language } from '../../src/domain/language.ts'
import { foreignLanguage } from '../../src/domain/text-language.ts'
import { useMessages } from '../use-messages.ts'

/** For the attribute `lang` of what somebody wrote: its language, if it is in another script than the page. */
export function useForeignLanguage(): (text: string) => Language | undefined {
  const { language } = useMessages().site
  return (text) => foreignLanguage(text, language)
}
