/** A short label of an item. `isStrong`: a state, such as sold. */
export function Chip({ children, isStrong = false }: { children: string; isStrong?: boolean }) {
  return <span className={isStrong ? 'chip chip-strong' : 'chip'}>{children}</span>
}
