/** A word or two about an item. `isStrong`: one that changes what can be done with it. */
export function Chip({ children, isStrong = false }: { children: string; isStrong?: boolean }) {
  return <span className={isStrong ? 'chip chip-strong' : 'chip'}>{children}</span>
}
