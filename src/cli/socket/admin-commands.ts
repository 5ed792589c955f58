import type { Administration } from '@stockinette/identity'
import { z } from 'zod'

import { parseItemLine } from '../../catalogue/transfer/item-line.ts'
import { createTieBreaker, type ItemSink } from '../../catalogue/transfer/transfer.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import { describeError } from '../../messages/describe-error.ts'
import type { Claiming } from '../../owners/claiming.ts'
import type { Owner } from '../../owners/owners.ts'

/**
 * Commands of the process that has locked the data folder, by name. Input, not yet validated, and output are JSON.
 *
 * @throws IdentityError, ZodError when a command is refused.
 */
export type AdminCommands = ReadonlyMap<string, (input: unknown, options: CommandOptions) => Promise<object>>

/** For commands that take long. */
export interface CommandOptions {
  /** Stops the command. */
  readonly signal?: AbortSignal | undefined
  /** Called with the progress of the command, which is JSON. */
  readonly report?: ((progress: object) => void) | undefined
}

/** A command sent to the shop. */
export interface AdminRequest {
  readonly command: string
  readonly input: unknown
}

/** The response: the command's result, or why it failed, for people. */
export type AdminResponse = { readonly answer: object } | { readonly problem: string }

/** What the shop sends: the response, and before it any number of reports of progress. */
export type AdminMessage = AdminResponse | { readonly progress: object }

/** Runs a command. Never throws: the owner gets the reason of a failure. */
export async function runAdminCommand(
  commands: AdminCommands,
  request: AdminRequest,
  options: CommandOptions = {},
): Promise<AdminResponse> {
  const command = commands.get(request.command)
  if (command === undefined) return { problem: `This shop does not know the command "${request.command}".` }
  try {
    return { answer: await command(request.input, options) }
  } catch (error) {
    return { problem: describeError(error) }
  }
}

const tokenShape = z.object({ uid: z.string(), claims: z.unknown().optional() })
const revokeShape = z.object({ who: z.string() })
const disablingShape = z.object({ who: z.string(), disabled: z.boolean() })

/** Commands for accounts, by name. */
export function createAccountCommands({ administration }: { administration: Administration }): AdminCommands {
  return new Map<string, (input: unknown) => Promise<object>>([
    ['token', async (input) => ({ token: await administration.createCustomToken(tokenShape.parse(input)) })],
    [
      'keys-rotate',
      async () => {
        await administration.rotateKeys()
        return {}
      },
    ],
    ['revoke', async (input) => ({ uid: administration.revokeTokens(revokeShape.parse(input).who) })],
    [
      'set-disabled',
      async (input) => {
        const { who, disabled } = disablingShape.parse(input)
        return { uid: administration.setDisabled(who, disabled) }
      },
    ],
  ])
}

const whoShape = z.object({ who: z.string() })
/** `origin`: the public origin, for links. */
const linkShape = z.object({ who: z.string(), origin: z.url() })

/** Commands for owners, by name. */
export function createOwnerCommands(claiming: Claiming): AdminCommands {
  const withLink = (give: Claiming['add']) => (input: unknown) => {
    const { who, origin } = linkShape.parse(input)
    return give(who, origin)
  }
  return new Map<string, (input: unknown) => Promise<object>>([
    ['owner-add', withLink((who, origin) => claiming.add(who, origin))],
    ['owner-list', async () => ({ owners: (await claiming.list()).map(toAnswer) })],
    ['owner-remove', async (input) => toAnswer(await claiming.remove(whoShape.parse(input).who))],
    ['owner-reset', withLink((who, origin) => claiming.reset(who, origin))],
  ])
}

/** The same format with and without a socket. */
function toAnswer({ uid, email, since }: Owner) {
  return { uid, email, since: since.toISOString() }
}

const putShape = z.object({ items: z.array(z.unknown().transform(toItem)) })

/** Commands for items: `put` adds items, each in the format of a line of the export file. */
export function createItemCommands(sink: ItemSink): AdminCommands {
  return new Map([
    [
      'put',
      async (input) => {
        const { items } = putShape.parse(input)
        // Tie-breakers count within this request: a shop with a socket uses SQLite, which only needs the order.
        return { arrivals: await sink.put(items.map(createTieBreaker())) }
      },
    ],
  ])
}

function toItem(value: unknown, context: z.RefinementCtx): StoredItem {
  const item = parseItemLine(value)
  if (typeof item !== 'string') return item
  context.addIssue(item)
  return z.NEVER
}
