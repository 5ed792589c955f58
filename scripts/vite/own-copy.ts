import type { Plugin } from 'vite'

const query = '?own-copy'

/** `firebase/auth` is a door to this package. */
const doors: ReadonlySet<string> = new Set(['@firebase/auth'])

/**
 * `import … from 'firebase/auth?own-copy'` gives a module a copy of that package to itself.
 *
 * The package is one large module, so all that any page uses of it would be in the one file that every page loads which
 * signs visitors in. What few need, on one page, is in a file of its own then. Both copies work on the same `Auth`:
 * whatever has a state is passed to them, or belongs to `@firebase/app`, of which there is one. In development there are
 * no files to keep small, and it is the same module.
 */
export function ownCopy(): Plugin {
  return {
    name: 'own-copy',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isAsked = source.endsWith(query)
      const isWithin = importer?.endsWith(query) && (source.startsWith('.') || doors.has(source))
      if (!isAsked && !isWithin) return undefined
      const without = (id: string) => (id.endsWith(query) ? id.slice(0, -query.length) : id)
      const resolved = await this.resolve(without(source), importer && without(importer), { skipSelf: true })
      if (resolved === null || this.environment.mode === 'dev') return resolved
      return { ...resolved, id: resolved.id + query }
    },
  }
}
