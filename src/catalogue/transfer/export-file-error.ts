/** A file of items cannot be read as one; `message` says why, with the number of the line, for people. */
export class ExportFileError extends Error {
  override name = 'ExportFileError'
}

/** What can be wrong with a file of items as a whole. */
export const exportFileErrors = {
  empty: () => new ExportFileError('The file is empty.'),
  compressed: () => new ExportFileError('The file is compressed. Unpack it first, with gunzip or the like.'),
  notAnArchive: () =>
    new ExportFileError(
      'The file is no export of a shop: its first line does not say so. Make one with the export command.',
    ),
  newer: (version: number, known: number) =>
    new ExportFileError(
      `The file was written by a newer version of the shop (format ${version}; this one reads ${known}). ` +
        'Import it with that version.',
    ),
  lineTooLong: (line: number, maxBytes: number) =>
    new ExportFileError(`Line ${line} is longer than ${maxBytes / 1024} KB, which no item needs.`),
  cutOff: (line: number) => new ExportFileError(`The file is cut off in line ${line}. Copy it again, or export again.`),
  noEnd: (line: number) =>
    new ExportFileError(
      `The file is cut off after line ${line}: the last line, which says how many items there are, is missing. ` +
        'Copy it again, or export again.',
    ),
  otherCount: (said: number, found: number) =>
    new ExportFileError(
      `The file's last line says that it has ${said} items, but it has ${found}: lines are missing or doubled.`,
    ),
  afterEnd: (line: number) =>
    new ExportFileError(`Line ${line} comes after the line that ends the file. Was another file appended to it?`),
}
