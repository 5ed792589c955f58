import { StartError } from '@stockinette/sqlite/errors.ts'
import { z } from 'zod'

/** A setting is invalid: `message` is one line that names it. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/** An environment variable: a row of `settings.ts`. */
export interface Setting<T = unknown> extends Form<T> {
  /** As it would be written in the environment. */
  readonly default?: string
  /** For `docs/configuration.md`, in Markdown. */
  readonly meaning: string
  /** Messages never repeat its value. */
  readonly isSecret?: true
  /** For a setting of embedded mode only: what replaces it in the cloud. */
  readonly inTheCloud?: string
}

/** What a value looks like. The schema's own messages are not used. */
interface Form<T> {
  readonly schema: z.ZodType<T, string>
  /** The rest of the sentence 'it must be …'. */
  readonly must: string
}

export const anyText: Form<string> = { schema: z.string(), must: 'a text' }

export const onOff: Form<boolean> = {
  schema: z.stringbool({ truthy: ['on'], falsy: ['off'], case: 'sensitive' }),
  must: '"on" or "off"',
}

export function wholeNumber(min: number, max: number): Form<number> {
  const schema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))
  return { schema, must: `a whole number from ${min} to ${max}` }
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Form<Word> {
  return { schema: z.enum(words), must: words.map((word) => `"${word}"`).join(' or ') }
}

export function textLike(pattern: RegExp, must: string): Form<string> {
  return { schema: z.string().regex(pattern), must }
}

/** @param parse returns `undefined` for an invalid value. */
export function parsedBy<T>(parse: (value: string) => T | undefined, must: string): Form<T> {
  const schema = z.string().transform((value, { issues }) => {
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    issues.push({ code: 'custom', input: value })
    return z.NEVER
  })
  return { schema, must }
}
