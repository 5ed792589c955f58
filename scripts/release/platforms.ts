/** What archives are for. `cpu` is as npm calls it, `debian` as Debian does, and `machine` as `readelf` describes it. */
export const platforms = [
  { name: 'linux-x64', cpu: 'x64', debian: 'amd64', machine: 'Advanced Micro Devices X86-64' },
  { name: 'linux-arm64', cpu: 'arm64', debian: 'arm64', machine: 'AArch64' },
] as const

/** A platform that an archive is for. Its name is in that of the archive and in those of npm packages. */
export type Platform = (typeof platforms)[number]

/** The platforms of these names, or all without names. @throws Error if there is no such platform. */
export function choosePlatforms(names: readonly string[]): readonly Platform[] {
  const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name))
  if (unknown.length === 0) return platforms.filter(({ name }) => names.length === 0 || names.includes(name))
  throw new Error(
    `There is no release for ${unknown.join(', ')}: only for ${platforms.map(({ name }) => name).join(', ')}.`,
  )
}

/** The platform of this machine. @throws Error if there is no archive for it. */
export function ownPlatform(): Platform {
  const own = platforms.find(({ cpu }) => cpu === process.arch)
  if (own === undefined) throw new Error(`There is no release for ${process.arch}.`)
  return own
}
