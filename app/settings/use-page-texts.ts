import { useLoaderData } from 'react-router'

import type { settingsPage } from '../../src/messages/settings-page.ts'

export type PageTexts = typeof settingsPage

/** The texts that come with this page. */
export function usePageTexts(): PageTexts {
  const { texts }: { readonly texts: PageTexts } = useLoaderData()
  return texts
}
