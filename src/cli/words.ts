import { readFile } from 'node:fs/promises'

import { toWordsFile } from '../shop-settings/words-file.ts'
import { RefusedError, type Command } from './command.ts'
import { sendSettingsCommand, shopNotFound } from './send-command.ts'
import { resolveUserPath, toFileError, writeNewFile } from './stores/files.ts'
import { readSettings } from './stores/stores.ts'

/** Writes the words that owners corrected to a file, for another shop or a later version. */
export const wordsExport: Command = {
  argument: 'FILE',
  summary:
    'write the corrected words of the pages to a new file; --all: every word of every translation, to be checked',
  options: { all: { type: 'boolean' } },
  async run(config, argument, options) {
    const file = resolveUserPath(argument)
    const settings = await readSettings(config)
    if (settings === undefined) throw shopNotFound(config.dataDir)
    const words = toWordsFile(settings.corrections, options['all'] === true)
    await writeNewFile(file, `${JSON.stringify(words, null, 2)}\n`)
    const count = Object.values(words).reduce((sum, texts) => sum + Object.keys(texts).length, 0)
    return `Words exported to ${file}: ${count}.`
  },
}

/** Corrects words as a file has them. */
export const wordsImport: Command = {
  argument: 'FILE',
  summary: 'correct words of the pages as a file has them: all of it, or nothing if a word in it is invalid',
  async run(config, argument) {
    const words = await readJsonFile(resolveUserPath(argument))
    const request = { command: 'words-import', input: { words } }
    const { corrections } = await sendSettingsCommand<{ corrections: number }>(config, request)
    return `Corrected words of the shop: ${corrections}.`
  },
}

/** As exported pieces, a file may begin with a byte order mark, which editors on Windows write: a `TextDecoder` leaves it out. */
async function readJsonFile(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw toFileError(error, file, 'read')
  })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new RefusedError(`${file} is not a file of words: it is not JSON.`, { cause })
  }
}
