import type { Command } from './command.ts'
import { reachShop } from './reach-shop.ts'

/** The answer to a stolen phone or token. */
export const revoke: Command = {
  usage: 'UID|EMAIL',
  summary: 'sign an account out everywhere: none of its refresh tokens is good any more',
  options: {},
  arity: 1,
  async run(config, { positionals: [who] }) {
    const { uid } = await reachShop<{ uid: string }>(config, { command: 'revoke', input: { who } })
    return `${uid} is signed out everywhere. An ID token that is out may still add pieces until its hour is over.`
  },
}
