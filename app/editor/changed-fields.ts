/** Texts by the name of a form's field: values, or errors. */
export type Fields = Readonly<Record<string, string>>

/** The fields that differ, with their later values. @param own apart from those with a later value of one of these. */
export function changedFields(before: Fields, now: Fields, own: readonly Fields[] = []): Fields {
  const names = Object.keys(before).filter((name) => [before, ...own].every((each) => each[name] !== now[name]))
  return Object.fromEntries(names.map((name) => [name, now[name] ?? '']))
}

/** @returns another text for each field. */
export function mapFields(fields: Fields, toText: (name: string, value: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toText(name, value)]))
}
