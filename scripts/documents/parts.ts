/** Blocks below a heading of a page: who runs them, or why nobody does. A block belongs to the first part that matches it. */
export interface Part {
  readonly page: (typeof pages)[number]
  readonly heading: string
  /** `admin` may use `sudo`, as the readers of the page; `visitor` has no rights. */
  readonly user: 'admin' | 'visitor'
  /** What the blocks find on the machine that they run on; those of each machine run in order. */
  readonly machine: Machine
  readonly notRun?: string
}

/** Nothing but releases to fetch, with no Node and no npm; or npm, and a repository to clone. */
export type Machine = 'release' | 'checkout'

export const pages = ['docs/deploy.md', 'README.md'] as const

export const parts: readonly Part[] = [
  {
    page: 'docs/deploy.md',
    heading: 'A container',
    user: 'admin',
    machine: 'release',
    notRun: 'no Docker',
  },
  {
    page: 'docs/deploy.md',
    heading: 'Google Cloud Run',
    user: 'admin',
    machine: 'release',
    notRun: 'no account at Google',
  },
  { page: 'docs/deploy.md', heading: 'A virtual machine', user: 'admin', machine: 'release' },
  { page: 'docs/deploy.md', heading: 'Built on the machine', user: 'admin', machine: 'checkout' },
  { page: 'README.md', heading: 'Stockinette', user: 'visitor', machine: 'checkout' },
]

/** Node needs a library that the Debian of releases does not have. */
const probe = 'LD_LIBRARY_PATH=/opt /opt/node --no-warnings /opt/checkout/scripts/documents/probe.ts'

/** What the check does as root after each block below a heading: both ways to an owner are tried. */
export const afterEach: Readonly<Record<string, string>> = { 'Claim it': `${probe} && say 'The shop is claimed'` }

/** What the check does as root after the last block below a heading: looks at the result, or prepares the next block. */
export const afterwards: Readonly<Record<string, string>> = {
  'nginx instead of Caddy': probe,
  'Back up': 'ls /var/backups/stockinette/*/manifest.json',
  Restore: `${probe} --look-only && rm -rf /var/lib/stockinette.old`,
  // The next section has a new machine, with a copy of the backups elsewhere.
  'Send backups elsewhere': 'test -d /srv/restic/snapshots && test -n "$(ls -A /srv/rclone)"',
  'A stolen backup': 'curl -fsS http://127.0.0.1:3000/healthz >/dev/null',
  Upgrade: `${probe} --look-only && /usr/local/bin/stockinette status | grep 99.0.0`,
  'Go back': `${probe} --look-only && rm -rf /var/lib/stockinette.newer`,
  'Remove the shop': 'test ! -e /var/lib/stockinette && test ! -e /srv/stockinette && ! id stockinette 2>/dev/null',
  'Build and start': probe,
  'Build a new version': `${probe} --look-only`,
  'Go back to the old build': `${probe} --look-only && rm -rf /srv/stockinette/app.new /var/lib/stockinette.newer`,
}

/** What the check does as root before the first block below a heading. */
export const beforehand: Readonly<Record<string, string>> = {
  Install: 'cd /home/admin',
  'Try it': `sudo -u visitor git clone --quiet /srv/checkout.git /home/visitor/stockinette
    cd /home/visitor/stockinette`,
  'On a new machine': `systemctl stop stockinette
    rm -rf /var/lib/stockinette /var/backups/stockinette
    install -d -o stockinette -g stockinette -m 700 /var/lib/stockinette /var/backups/stockinette`,
}
