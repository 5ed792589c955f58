/** Texts by the name of a form's field: values, or errors. */
export type Fields = Readonly<Record<string, string>>

/** The fields that differ, with their later values. */
export function changedFields(before: Fields, now: Fields): Fields {
  const names = Object.keys(before).filter((name) => before[name] !== now[name])
  return Object.fromEntries(names.map((name) => [name, now[name] ?? '']))
}

/** What to show next to the fields that somebody else has changed. @param describe describes a field's later value. */
export function describeChanges<Name extends string>(
  before: Readonly<Record<Name, string>>,
  now: Readonly<Record<Name, string>>,
  describe: (name: Name, value: string) => string,
): Fields {
  const changed = Object.entries(changedFields(before, now))
  return Object.fromEntries(changed.map(([name, value]) => [name, describe(name as Name, value)]))
}
