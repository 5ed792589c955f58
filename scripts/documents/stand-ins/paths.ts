import { existsSync } from 'node:fs'

/** Where systemd looks for a unit. */
export function unitFile(name: string): string {
  const found = ['/etc/systemd/system', '/usr/lib/systemd/system']
    .map((folder) => `${folder}/${name}.service`)
    .find(existsSync)
  if (found === undefined) throw new Error(`Unit ${name}.service not found.`)
  return found
}

/** Has the service's process while it runs. */
export const pidFile = (name: string): string => `/run/${name}.service.pid`

/** Has the process that starts it again. */
export const supervisorFile = (name: string): string => `/run/${name}.supervisor.pid`
