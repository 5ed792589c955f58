/** A platform that an archive is for. */
export interface Platform {
  /** As in the archive's name and in those of npm packages. */
  readonly name: `linux-${'x64' | 'arm64'}`
  /** As npm calls its processor. */
  readonly cpu: 'x64' | 'arm64'
  /** As Debian calls it. */
  readonly debian: 'amd64' | 'arm64'
  /** As `readelf` describes it. */
  readonly machine: string
}

export const platforms: readonly Platform[] = [
  { name: 'linux-x64', cpu: 'x64', debian: 'amd64', machine: 'Advanced Micro Devices X86-64' },
  { name: 'linux-arm64', cpu: 'arm64', debian: 'arm64', machine: 'AArch64' },
]
