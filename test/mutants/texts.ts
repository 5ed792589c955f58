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
    file: 'src/log.ts',
    text: "escapeControls(line['method'] === undefined ? String(line['msg']) : describeRequest(line))",
    replacement: "(line['method'] === undefined ? String(line['msg']) : describeRequest(line))",
    reason: 'paths are escaped in addresses',
    test: {
      file: 'src/log.test.ts',
      title: 'openLog: on a terminal, a line is for people, and shows control characters as text',
    },
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
  {
    row: 'the words of all pages',
    file: 'src/shop-settings/words-api.ts',
    text: "api.put('/:language/:key', ownersOnly, ",
    replacement: "api.put('/:language/:key', ",
    reason: 'reading the body checks the owner, but only of a slow one',
    test: {
      file: 'test/suites/words.ts',
      title: 'GET and PUT, ${role}: ${status}',
      runBy: 'test/shop/words.test.ts',
    },
  },
  {
    row: 'the words of all pages',
    file: 'src/messages/words.ts',
    text: "return hasSamePlaceholders(word.text, text) ? undefined : { code: 'placeholdersDiffer' }",
    replacement: 'return undefined',
    reason: 'an owner knows what she writes',
    test: { file: 'src/messages/words.test.ts', title: 'findWordProblem › a placeholder that ${what} is refused' },
  },
  {
    row: 'the words of all pages',
    file: 'src/messages/words.ts',
    text: "  if (text.length > maxCorrectionLength) return { code: 'tooLong', max: maxCorrectionLength }\n",
    replacement: '',
    reason: 'the body is limited',
    test: {
      file: 'src/messages/words.test.ts',
      title: 'findWordProblem › a text of more than 300 characters is refused',
    },
  },
  {
    row: 'a message that is too long for a messenger arrives without its end',
    file: 'src/messages/words.ts',
    text: '  if (encodedLength > share)',
    replacement: '  if (false)',
    reason: 'titles are cut in any case',
    test: {
      file: 'src/messages/words.test.ts',
      title: 'findWordProblem › ${key}: a text that takes too much of the URL of a message is refused',
    },
  },
  {
    row: 'the words of all pages',
    file: 'src/domain/texts-by-language.ts',
    text: 'return isTooMany ? ',
    replacement: 'return false ? ',
    reason: 'the number of keys seems to be a limit already',
    test: {
      file: 'src/domain/texts-by-language.test.ts',
      title: 'texts by language › parse: refuses texts that are too long, and too many of them in a language',
    },
  },
  {
    row: 'the texts and names of categories in other languages',
    file: 'src/shop-settings/category-names-api.ts',
    text: "api.put('/', ownersOnly, ",
    replacement: "api.put('/', ",
    reason: 'reading the body checks the owner, but only of a slow one',
    test: {
      file: 'test/suites/managing-items.ts',
      title: '${action}, ${role}: ${status}',
      runBy: 'test/shop/managing-items.test.ts',
    },
  },
  {
    row: 'the texts and names of categories in other languages',
    file: 'src/domain/shop-settings.ts',
    text: '  for (const [name, problem] of wrongTexts) problems.set(name, problem)\n',
    replacement: '',
    reason: 'the field of all texts is checked',
    test: {
      file: 'src/domain/shop-settings.test.ts',
      title: 'parseShopSettings › an invalid text in another language is named with its language',
    },
  },
  {
    row: 'the texts and names of categories in other languages',
    file: 'src/domain/catalogue/category-names.ts',
    text: '  maxTexts: maxCategoryNames,\n',
    replacement: '  maxTexts: Infinity,\n',
    reason: 'a shop has few categories',
    test: {
      file: 'src/domain/catalogue/category-names.test.ts',
      title: 'withNames: refuses long names, other languages, reserved keys and more than 200 of a language',
    },
  },
]
