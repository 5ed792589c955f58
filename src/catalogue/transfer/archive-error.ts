/** A file of items cannot be read as one; `message` says why, with the number of the line, for people. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** What can be wrong with a file of items as a whole. */
export const archiveErrors = {
  empty: () => new ArchiveError('The file is empty.'),
  compressed: () => new ArchiveError('The file is compressed. Unpack it first, with gunzip or the like.'),
  notAnArchive: () =>
    new ArchiveError(
      'The file is no export of a shop: its first line does not say so. Make one with the export command.',
    ),
  newer: (version: number, known: number) =>
    new ArchiveError(
      `The file was written by a newer version of the shop (format ${version}; this one reads ${known}). ` +
        'Import it with that version.',
    ),
  lineTooLong: (line: number, maxBytes: number) =>
    new ArchiveError(`Line ${line} is longer than ${maxBytes / 1024} KB, which no item needs.`),
  cutOff: (line: number) => new ArchiveError(`The file is cut off in line ${line}. Copy it again, or export again.`),
  noEnd: (line: number) =>
    new ArchiveError(
      `The file is cut off after line ${line}: the last line, which says how many items there are, is missing. ` +
        'Copy it again, or export again.',
    ),
  otherCount: (said: number, found: number) =>
    new ArchiveError(
      `The file's last line says that it has ${said} items, but it has ${found}: lines are missing or doubled.`,
    ),
  afterEnd: (line: number) =>
    new ArchiveError(`Line ${line} comes after the line that ends the file. Was another file appended to it?`),
}
