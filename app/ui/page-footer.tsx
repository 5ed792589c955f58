import { site } from '../../src/domain/messages.ts'

export function PageFooter({ name, year }: { name: string; year: number }) {
  return (
    <footer className="page-footer">
      <p>{site.footer(year, name)}</p>
    </footer>
  )
}
