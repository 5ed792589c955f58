import type { Item } from '../../src/domain/item.ts'
import { newItemAt } from './items.ts'

/** Signs in anonymously. @returns an ID token. */
export async function signIn(shopUrl: string): Promise<string> {
  const answer = await fetch(`${shopUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`)
  return ((await answer.json()) as { idToken: string }).idToken
}

/** Adds the first `count` items through the API. @returns the stored items, newest last. */
export async function addItems(shopUrl: string, count = 24): Promise<Item[]> {
  const idToken = await signIn(shopUrl)
  const items: Item[] = []
  for (let index = 0; index < count; index++) items.push(await addItem(shopUrl, idToken, index))
  return items
}

/** Adds one item through the API, with this ID token. */
export async function addItem(shopUrl: string, idToken: string, index: number): Promise<Item> {
  const answer = await fetch(`${shopUrl}/api/items`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${idToken}` },
    body: JSON.stringify(newItemAt(index)),
  })
  if (answer.status !== 201) throw new Error(`Adding failed: ${await answer.text()}`)
  return (await answer.json()) as Item
}
