import type { Administration } from '@stockinette/identity'
import { Hono, type Context, type Handler } from 'hono'
import { stream } from 'hono/streaming'
import { z } from 'zod'

import type { BackupProgress, Backups } from '../../backup/backups.ts'
import { maxLineBytes } from '../../catalogue/transfer/export-file.ts'
import { parseItemLine } from '../../catalogue/transfer/item-line.ts'
import { maxItemsPerPut, type ItemSink } from '../../catalogue/transfer/transfer.ts'
import { isShopError, ShopError } from '../../domain/errors.ts'
import type { StoredItem } from '../../domain/item-state.ts'
import type { Log } from '../../log.ts'
import { describeError } from '../../messages/describe-error.ts'
import type { Claiming } from '../../owners/claiming.ts'
import type { FirstClaim } from '../../owners/first-claim.ts'
import { shopVersion, versionDate } from '../../process/version.ts'
import type { SettingsStore } from '../../shop-settings/settings-store.ts'
import { importWords } from '../../shop-settings/words-file.ts'
import { createFaultLog, toErrorResponse, type LogFault } from '../../web/middleware/error-response.ts'
import { readJson } from '../../web/middleware/read-body.ts'
import { toPlainReason } from './plain-reason.ts'

/** The services of the process that has locked the data folder, for commands. */
export interface AdminServices {
  readonly administration: Administration
  readonly claiming: Claiming
  readonly items: ItemSink
  readonly settings: SettingsStore
  readonly backups: Backups
  /** For the status of a shop that is running. */
  readonly running: {
    /** The folder of its own backups. */
    readonly backupDir: string | undefined
    /** See `FirstClaim`. */
    readonly claimLink: FirstClaim['link']
  }
  /** Only while the shop waits for the end of an upgrade. */
  readonly gate?: UpgradeGate
}

/** Of a shop that waits, for the command that upgrades it. */
export interface UpgradeGate {
  /** Why the shop cannot serve or save; `undefined` if it can. */
  readonly trouble: () => Promise<string | undefined>
  /** From here on, the upgrade is not undone. */
  readonly open: () => void
}

/** What a running shop knows of itself; JSON. */
export interface RunningShop {
  readonly version: string
  /** The day of its commit, such as `2026-11-24`; only of a release. */
  readonly versionDate?: string | undefined
  /** Where it is reached. */
  readonly address: string
  /** The folder of its own backups. */
  readonly backupDir: string | null
  /** Makes somebody the first owner. */
  readonly claimLink?: string | undefined
}

/** What a shop that waits for the end of an upgrade says of itself; JSON. */
export interface WaitingShop extends Pick<RunningShop, 'version'> {
  /** Why the shop cannot serve or save. */
  readonly trouble: string | null
}

export interface AdminApiOptions {
  /** The public origin, for links. */
  readonly origin: string
  readonly log: Log
  /** Stops commands that take long. */
  readonly closing?: AbortSignal
}

/**
 * The commands of the operator: `POST /NAME` with the input as JSON. The answer is JSON; an error is
 * `{ error: { code, message } }`. A command that takes long answers in lines of JSON: any number of `{ progress }`, then the
 * answer or the error. It is stopped when its client is gone.
 *
 * @param services commands whose service is left out are unknown.
 */
export function createAdminApi(services: Partial<AdminServices>, options: AdminApiOptions): Hono {
  const logFault = createFaultLog(options.log)
  const api = new Hono()
  api.onError((error) => toErrorResponse(toShopError(error), logFault, {}))
  const { administration, claiming, items, settings, backups, running, gate } = services
  const commands: Readonly<Record<string, Handler>> = {
    ...(administration && createAccountCommands(administration)),
    ...(claiming && createOwnerCommands(claiming, options.origin)),
    ...(items && { put: command(putShape, async (input) => ({ arrivals: await items.put(input.items) })) }),
    ...(settings && {
      'words-import': command(wordsShape, async ({ words }) => ({ corrections: await importWords(settings, words) })),
    }),
    ...(backups && { backup: createBackupCommand(backups, options.closing, logFault) }),
    ...(running && { status: createStatusCommand(running, options.origin) }),
    ...(gate && createGateCommands(gate)),
  }
  for (const [name, handler] of Object.entries(commands)) api.post(`/${name}`, handler)
  api.all('*', ({ req }) => {
    if (gate) throw new ShopError('shop-busy', 'The shop is being upgraded, and opens within a minute. Try again then.')
    throw new ShopError('not-found', `This shop does not know the command "${req.path.slice(1)}".`)
  })
  return api
}

/** Bytes of a request, at most: that of the items of an import. */
const maxBodyBytes = (maxItemsPerPut + 1) * maxLineBytes

function command<T>(shape: z.ZodType<T>, run: (input: T) => object | Promise<object>): Handler {
  return async (context) => context.json(await run(await readInput(context, shape)))
}

async function readInput<T>(context: Context, shape: z.ZodType<T>): Promise<T> {
  return shape.parse(await readJson(context, maxBodyBytes))
}

const nothing = z.object({})
const tokenShape = z.object({ uid: z.string(), claims: z.unknown().optional() })
const whoShape = z.object({ who: z.string() })
const disablingShape = z.object({ who: z.string(), disabled: z.boolean() })

function createAccountCommands(administration: Administration): Record<string, Handler> {
  return {
    token: command(tokenShape, async (input) => ({ token: await administration.createCustomToken(input) })),
    'keys-rotate': command(nothing, async () => {
      await administration.rotateKeys()
      return {}
    }),
    revoke: command(whoShape, ({ who }) => ({ uid: administration.revokeTokens(who) })),
    'set-disabled': command(disablingShape, ({ who, disabled }) => ({
      uid: administration.setDisabled(who, disabled),
    })),
  }
}

function createOwnerCommands(claiming: Claiming, origin: string): Record<string, Handler> {
  return {
    'owner-add': command(whoShape, ({ who }) => claiming.add(who, origin)),
    'owner-list': command(nothing, async () => ({ owners: await claiming.list() })),
    'owner-remove': command(whoShape, ({ who }) => claiming.remove(who)),
    'owner-reset': command(whoShape, ({ who }) => claiming.reset(who, origin)),
  }
}

/** Items to add, each in the format of a line of the export file. */
const putShape = z.object({ items: z.array(z.unknown().transform(toItem)) })

function toItem(value: unknown, context: z.RefinementCtx): StoredItem {
  const parsed = parseItemLine(value)
  if (typeof parsed !== 'string') return parsed
  context.addIssue(parsed)
  return z.NEVER
}

/** Corrections, in the format of the file. */
const wordsShape = z.object({ words: z.unknown() })

/** `folder`: absolute. */
const backupShape = z.object({ folder: z.string() })

function createBackupCommand(backups: Backups, closing: AbortSignal | undefined, logFault: LogFault): Handler {
  return async (context) => {
    const { folder } = await readInput(context, backupShape)
    const gone = context.req.raw.signal
    context.header('Content-Type', 'application/x-ndjson')
    return stream(context, async (lines) => {
      const send = (line: object) => lines.writeln(JSON.stringify(line))
      try {
        const signal = closing ? AbortSignal.any([gone, closing]) : gone
        const report = (progress: BackupProgress) => void send({ progress })
        await send(await backups.make(folder, { signal, report }))
      } catch (error) {
        if (gone.aborted) return
        await send((await toErrorResponse(toShopError(error), logFault, {}).json()) as object)
      }
    })
  }
}

function createGateCommands(gate: UpgradeGate): Record<string, Handler> {
  return {
    'upgrade-ready': command(nothing, async (): Promise<WaitingShop> => ({
      version: shopVersion,
      trouble: (await gate.trouble().catch(describeError)) ?? null,
    })),
    'upgrade-open': command(nothing, () => {
      gate.open()
      return {}
    }),
  }
}

function createStatusCommand({ backupDir, claimLink }: AdminServices['running'], address: string): Handler {
  return command(nothing, async (): Promise<RunningShop> => ({
    version: shopVersion,
    versionDate,
    address,
    backupDir: backupDir ?? null,
    claimLink: await claimLink(address),
  }))
}

/** The names of errors that say why a valid request is refused. */
const refusals: ReadonlySet<string> = new Set(['BackupError', 'IdentityError', 'ZodError'])

/** The operator gets the message of every error; what is no refusal is logged, too. */
function toShopError(error: unknown): Error {
  if (isShopError(error)) return error
  const isRefusal = error instanceof Error && refusals.has(error.name)
  const message = toPlainReason(error instanceof z.ZodError ? z.prettifyError(error) : describeError(error))
  return new ShopError(isRefusal ? 'invalid-request' : 'internal', message, { cause: error })
}
