import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

import type { Environment } from '../config/read.ts'
import { RefusedError } from './command.ts'
import { resolveUserPath, toFileError } from './stores/files.ts'

/** The file of the unit in `deploy`. */
export const unitSettingsFile = '/etc/stockinette.env'

export interface ReadSettings {
  /** The variables of the process, and below them those of the file. */
  readonly environment: Environment
  /** The usual file, if it exists and this user may not read it. */
  readonly unreadable?: string
}

/**
 * Adds the variables of a settings file to those that are set, which win.
 *
 * @param named the file of `--env`; `undefined` for `usual`, which may be missing.
 * @throws RefusedError when the named file cannot be read, or a file is not in the form that systemd reads alike.
 */
export function readSettingsFile(environment: Environment, named: string | undefined, usual: string): ReadSettings {
  const file = named === undefined ? usual : resolveUserPath(named)
  try {
    // Where a name has nothing but white space, Node takes the next line for its value.
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trimEnd())
    requireCommonForm(lines, file)
    return { environment: { ...parseEnv(withoutComments(lines)), ...environment } }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (named === undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return { environment }
    if (named === undefined && code === 'EACCES') return { environment, unreadable: file }
    throw toFileError(error, file, 'read')
  }
}

/** What `parseEnv` and systemd (systemd.exec(5), `EnvironmentFile=`) read alike. A `#` begins a comment at the start of a line only. */
const commonForm = /^[ \t]*(?:[#;].*|[A-Za-z_]\w*=(?:[^\s"'`\\#][^"'`\\#]*|"[^"\\]*"|'[^'\\]*')?)?$/

function requireCommonForm(lines: readonly string[], file: string): void {
  const line = lines.findIndex((each) => !commonForm.test(each))
  if (line === -1) return
  throw new RefusedError(
    `Line ${line + 1} of ${file} is not NAME=value. Put a value with other characters than letters and digits in "quotes"; ` +
      'quotes and backslashes in it are not supported.',
  )
}

/** Node would read a quote after a semicolon, which begins a comment, too, as the start of a value of several lines. */
function withoutComments(lines: readonly string[]): string {
  return lines.filter((line) => !/^[ \t]*;/.test(line)).join('\n')
}
