import packageJson from '../../package.json' with { type: 'json' }

/** The version of this program. */
export const shopVersion: string = packageJson.version

/** The day of its commit, such as `2026-11-24`; a checkout has none. */
export const versionDate = (packageJson as { readonly date?: string }).date
