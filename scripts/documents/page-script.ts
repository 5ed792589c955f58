import { shopVersion } from '../../src/process/version.ts'
import { blocksIn, type Block } from './blocks.ts'
import { afterEach, afterwards, beforehand, parts, type Machine, type Part } from './parts.ts'
import { nameOfRelease, newerVersion } from './releases.ts'

const partOf = (page: string, { headings }: Block) =>
  parts.find((part) => part.page === page && headings.some((heading) => heading === part.heading))

/** A script that runs all blocks of a page for a machine, in order, as the user of each part. It ends at the first that fails. */
export function scriptOf(page: Part['page'], text: string, machine: Machine): string {
  const steps: string[] = [prelude]
  const blocks = blocksIn(text).filter((block) => partOf(page, block)?.machine === machine)
  for (const [index, block] of blocks.entries()) {
    const part = partOf(page, block)
    const title = block.headings.at(-1) ?? ''
    const name = `${page}: ${block.headings.slice(1).join(' › ')}`
    const isFirst = blocks[index - 1]?.headings.at(-1) !== title
    if (part?.notRun !== undefined) {
      if (isFirst) steps.push(`say ${quote(`${name}: NOT RUN: ${part.notRun}`)}`)
      continue
    }
    steps.push(`say ${quote(name)}`)
    if (isFirst) steps.push(beforehand[title] ?? '')
    steps.push(`run ${part?.user} ${quote(filledIn(block.commands))}`, afterEach[title] ?? '')
    if (blocks[index + 1]?.headings.at(-1) !== title) steps.push(afterwards[title] ?? '')
  }
  return `${steps.join('\n')}\n`
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function filledIn(commands: string): string {
  return commands
    .replaceAll('<this repository>/releases', 'file:///srv/releases')
    .replaceAll('<this repository>', '/srv/checkout.git')
    .replaceAll('stockinette-VERSION-linux-x64', nameOfRelease(shopVersion))
    .replaceAll('stockinette-NEWER-linux-x64', nameOfRelease(newerVersion))
}

const prelude = `set -eo pipefail
say() { printf '\\n── %s (%s s)\\n' "$1" "$SECONDS"; }
fail() { echo "FAILED: $1"; tail -n 20 /var/log/*.journal 2>/dev/null; exit 1; }
# A block keeps the folder of the one before. One that ends with npm start goes on in the background.
cd /
run() {
	printf 'set -e\\ncd %s\\n%s\\npwd >/tmp/folder\\n' "$PWD" "$2" >/tmp/block.sh
	chmod 755 /tmp/block.sh
	case $2 in
	*'npm start'*)
		[ -z "$started" ] || { kill -TERM -- -"$started"; wait "$started" || true; }
		setsid sudo -u "$1" -H bash /tmp/block.sh >/var/log/start.journal 2>&1 &
		started=$!
		for second in $(seq 600); do
			grep -q 'the shop is open' /var/log/start.journal && return
			kill -0 "$started" || break
			sleep 1
		done
		fail 'npm start'
		;;
	*)
		sudo -u "$1" -H bash /tmp/block.sh 2>&1 | tee -a /var/log/blocks.log || fail 'this block'
		cd "$(cat /tmp/folder)"
		rm -f /tmp/folder
		;;
	esac
}
trap 'echo "FAILED: line $LINENO"; tail -n 20 /var/log/*.journal 2>/dev/null' ERR
sh /opt/checkout/scripts/documents/stand-ins/install.sh`
