import type { Plugin } from 'vite'

const query = '?own-copy'

/**
 * `import … from 'firebase/auth?own-copy'` gives a module its own copy of that package.
 *
 * The package is one large module, so everything that any page uses would be in one file that every page with sign-in loads.
 * With a copy, code for one page is in a separate file. Both copies work on the same `Auth`: state is passed to them or
 * belongs to `@firebase/app`, which exists once. In development it is the same module, since file sizes do not matter.
 */
export function ownCopy(): Plugin {
  return {
    name: 'own-copy',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isAsked = source.endsWith(query)
      // `firebase/auth` re-exports this package.
      const isWithin = importer?.endsWith(query) && (source.startsWith('.') || source === '@firebase/auth')
      if (!isAsked && !isWithin) return undefined
      const without = (id: string) => (id.endsWith(query) ? id.slice(0, -query.length) : id)
      const resolved = await this.resolve(without(source), importer && without(importer), { skipSelf: true })
      if (resolved === null || this.environment.mode === 'dev') return resolved
      return { ...resolved, id: resolved.id + query }
    },
  }
}
