export function Chip({ children }: { children: string }) {
  return <span className="chip">{children}</span>
}
