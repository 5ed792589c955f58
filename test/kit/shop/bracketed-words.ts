import { sendToRunningShop } from '../../../src/cli/socket/admin-client.ts'
import { placeholdersOf, words } from '../../../src/messages/words.ts'
import { createOwner } from '../accounts.ts'
import { changeSettings } from '../manage-client.ts'
import type { RunningShop } from './shop-process.ts'

/**
 * Makes a pseudo-language of the first language of a shop: the words of Sinhala are corrected to the English ones in brackets.
 * What a page shows outside of brackets is a text of the owner, or one that cannot be translated. Anyone may add items.
 *
 * @returns an owner's ID token.
 */
export async function bracketWords(shop: RunningShop): Promise<string> {
  const owner = await createOwner(shop, 'translator@example.com')
  await changeSettings(shop.url, owner, { name: 'Kandy Knits', languages: ['si', 'en'], whoMayAdd: 'anyone' })
  const sinhala = words.filter(({ language }) => language === 'si')
  const texts = sinhala.map(({ key, english, text }) => [key, { text: bracket(english, text) }] as const)
  await sendToRunningShop(shop.dataDir, {
    command: 'words-import',
    input: { words: { si: Object.fromEntries(texts) } },
  })
  return owner
}

/** The form for one names its number in Sinhala, as it is also the form for none. */
function bracket(english: string, sinhala: string): string {
  const text = sinhala.includes('{count}') ? english.replace(/^1\b/, '{count}') : english
  const missing = placeholdersOf(sinhala).filter((name) => !text.includes(`{${name}}`))
  return `[${[text, ...missing.map((name) => `{${name}}`)].join(' ')}]`
}
