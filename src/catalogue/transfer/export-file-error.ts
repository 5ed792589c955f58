/** An export file that cannot be read; `message` is for people and says why, with the line number. */
export class ExportFileError extends Error {
  override name = 'ExportFileError'
}

/** The problems of an export file as a whole. */
export const exportFileErrors = {
  empty: () => new ExportFileError('The file is empty.'),
  compressed: () => new ExportFileError('The file is compressed. Unpack it first, with gunzip or the like.'),
  notAnExport: () =>
    new ExportFileError(
      'The file is not an export of a shop: its first line is not the header. Make one with the export command.',
    ),
  newer: (version: number, known: number) =>
    new ExportFileError(
      `The file was written by a newer version of the shop (format ${version}; this one reads ${known}). ` +
        'Import it with that version.',
    ),
  lineTooLong: (line: number, maxBytes: number) =>
    new ExportFileError(`Line ${line} is longer than ${maxBytes / 1024} KB; no item needs that much.`),
  cutOff: (line: number) =>
    new ExportFileError(`The file is truncated in line ${line}. Copy it again, or export again.`),
  noEnd: (line: number) =>
    new ExportFileError(
      `The file is truncated after line ${line}: the last line, with the number of items, is missing. ` +
        'Copy it again, or export again.',
    ),
  otherCount: (said: number, found: number) =>
    new ExportFileError(
      `The file's last line says that it has ${said} items, but it has ${found}: lines are missing or duplicated.`,
    ),
  afterEnd: (line: number) =>
    new ExportFileError(`Line ${line} comes after the line that ends the file. Was another file appended to it?`),
}
