import type { Config } from '../config/config.ts'
import { isLoopback } from '../domain/loopback.ts'
import type { ListedOwner } from '../owners/claiming.ts'
import type { Command } from './command.ts'
import { sendOwnerCommand, type SendOptions } from './send-command.ts'
import type { AdminRequest } from './socket/admin-client.ts'
import { readSettings } from './stores/stores.ts'

export const ownerAdd: Command = {
  argument: 'EMAIL',
  summary: 'add an owner, and print a link that sets the password',
  run: (config, who) =>
    requestLink(config, { command: 'owner-add', input: { who } }, 'is an owner', { mayCreate: true }),
}

export const ownerReset: Command = {
  argument: 'EMAIL',
  summary: 'sign an owner out everywhere, and print a link that sets a new password',
  run: (config, who) => requestLink(config, { command: 'owner-reset', input: { who } }, 'is signed out everywhere'),
}

export const ownerList: Command = {
  summary: 'list owners, oldest first, and say who has not signed in yet',
  async run(config) {
    return describeOwners(await listOwners(config))
  },
}

/** @param owners oldest first. */
export function describeOwners(owners: readonly ListedOwner[]): string {
  if (owners.length === 0) return 'The shop has no owner.'
  return owners.map(describe).join('\n')
}

function describe({ email, since, uid, hasSignedIn, otherEmail }: ListedOwner): string {
  const parts = [email, `since ${since.toISOString().slice(0, 10)}`, uid]
  if (!hasSignedIn) parts.push('has not signed in since then')
  if (otherEmail !== undefined) parts.push(`the account has another address now: ${otherEmail}`)
  return parts.join('  ')
}

export const ownerRemove: Command = {
  argument: 'EMAIL',
  summary: 'remove an owner',
  async run(config, who) {
    const { email } = await sendOwnerCommand<{ email: string }>(config, { command: 'owner-remove', input: { who } })
    const isLast = (await listOwners(config)).length === 0 && (await readSettings(config))?.whoMayAdd !== 'anyone'
    return `${email} is no longer an owner.${isLast ? ' That was the last one: until there is another, nobody can add pieces.' : ''}`
  },
}

/** For a link of a shop without a public address. */
const localOnly = 'It works on this machine only: for a shop on the internet, set SHOP_ORIGIN to its public address.'

/** The owners of a running shop or another one, oldest first. */
export async function listOwners(config: Config): Promise<readonly ListedOwner[]> {
  const request = { command: 'owner-list', input: {} }
  const { owners } = await sendOwnerCommand<{ owners: (Omit<ListedOwner, 'since'> & { since: string })[] }>(
    config,
    request,
  )
  return owners.map(({ since, ...owner }) => Object.assign(owner, { since: new Date(since) }))
}

/** @param done what the command did with the account. */
async function requestLink(
  config: Config,
  request: AdminRequest,
  done: string,
  options?: SendOptions,
): Promise<string> {
  const { email, link } = await sendOwnerCommand<{ email: string; link: string }>(config, request, options)
  const text = `${email} ${done}. This link sets a new password; it works once, for one hour:\n${link}`
  return isLoopback(new URL(link).hostname) ? `${text}\n${localOnly}` : text
}
