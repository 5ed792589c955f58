import type { Config } from '../config/config.ts'
import type { Command } from './command.ts'
import { sendOwnerCommand } from './send-owner-command.ts'

/** An owner in the response to a command. */
interface ListedOwner {
  readonly uid: string
  readonly email: string
  /** ISO 8601. */
  readonly since: string
}

export const ownerAdd: Command = {
  usage: 'EMAIL',
  summary: 'make an account an owner, and print the link that sets its password',
  options: {},
  arity: 1,
  run: (config, { positionals: [who] }) => requestLink(config, 'owner-add', who),
}

export const ownerReset: Command = {
  usage: 'EMAIL',
  summary: 'sign an owner out everywhere at once, and print a link that sets a new password',
  options: {},
  arity: 1,
  run: (config, { positionals: [who] }) => requestLink(config, 'owner-reset', who),
}

export const ownerList: Command = {
  usage: '',
  summary: 'print the owners, those who have been it for longest first',
  options: {},
  arity: 0,
  async run(config) {
    const { owners } = await listOwners(config)
    if (owners.length === 0) return 'The shop has no owner.'
    return owners.map(({ email, since, uid }) => `${email}  since ${since.slice(0, 10)}  ${uid}`).join('\n')
  },
}

export const ownerRemove: Command = {
  usage: 'EMAIL',
  summary: 'make an account no owner, from now on',
  options: {},
  arity: 1,
  async run(config, { positionals: [who] }) {
    const { email } = await sendOwnerCommand<ListedOwner>(config, { command: 'owner-remove', input: { who } })
    const { owners } = await listOwners(config)
    const isLast = owners.length === 0 && config.whoMayAdd !== 'anyone'
    return `${email} is no owner any more.${isLast ? ' She was the last one: until there is another, nobody can add pieces.' : ''}`
  },
}

function listOwners(config: Config): Promise<{ owners: readonly ListedOwner[] }> {
  return sendOwnerCommand(config, { command: 'owner-list', input: {} })
}

async function requestLink(config: Config, command: string, who: string | undefined): Promise<string> {
  const origin = config.shop.origin ?? `http://localhost:${config.http.port}`
  const request = { command, input: { who, origin } }
  const { email, link } = await sendOwnerCommand<{ email: string; link: string }>(config, request)
  return `${email} is an owner, once she has set a password here. The link is good once, and for an hour:\n${link}`
}
