import type { ComponentProps } from 'react'

/** A button beside the main one, or of less weight. */
export function QuietButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button className={`button button-quiet ${className}`.trimEnd()} type="button" {...props} />
}
