import type { Mutant } from './mutant.ts'

const row =
  'control characters and overridden directions in stored texts, and on the terminal of the person who runs a command'

/** What stored texts may have in them. */
export const mutantsOfTexts: readonly Mutant[] = [
  {
    row,
    file: 'src/domain/clean-text.ts',
    text: "  return visible.test(cleaned) ? cleaned : ''",
    replacement: '  return cleaned',
    reason: 'a title of a zero-width space is a title',
    test: { file: 'src/domain/item.test.ts', title: 'treats a title that nobody can see as missing' },
  },
  {
    row,
    file: 'src/cli/main.ts',
    text: 'escapeControls(describeError(error))',
    replacement: 'describeError(error)',
    reason: 'errors quote files, too',
    test: {
      file: 'test/shop/transfer-commands.test.ts',
      title: 'shows control characters of the file as text: a terminal would obey them',
    },
  },
]
