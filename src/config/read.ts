import { StartError } from '../domain/errors.ts'

/** A setting is invalid: `message` is one line that names it. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the parsed value of a variable, or `fallback` when it is not set or empty.
 *
 * @throws ConfigError when `parse` throws; the message of that error says what the value must be (see {@link must}).
 */
export function read<T>(environment: Environment, name: string, fallback: T, parse: (value: string) => T): T {
  const value = environment[name]?.trim()
  if (value === undefined || value === '') return fallback
  try {
    return parse(value)
  } catch (error) {
    // JSON keeps a value with line breaks in one line.
    throw new ConfigError(`${name} is ${JSON.stringify(value)}, but it must be ${(error as Error).message}.`)
  }
}

/** Like `read`, but the error does not repeat the value. */
export function readSecret<T>(environment: Environment, name: string, fallback: T, parse: (value: string) => T): T {
  const value = environment[name]?.trim()
  if (value === undefined || value === '') return fallback
  try {
    return parse(value)
  } catch (error) {
    throw new ConfigError(`${name} must be ${(error as Error).message}.`)
  }
}

/** Throws an error that says what a value must be; `read` adds the name and the value. */
export function must(expected: string): never {
  throw new Error(expected)
}

export function parseWholeNumber(value: string, max: number): number {
  return /^\d+$/.test(value) && Number(value) <= max ? Number(value) : must(`a whole number from 0 to ${max}`)
}

export function parseSwitch(value: string): boolean {
  return value === 'on' || value === 'off' ? value === 'on' : must('"on" or "off"')
}
