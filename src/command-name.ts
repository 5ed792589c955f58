/** How people run a command of the shop. The program of a release says that it is one. */
export const commandName = process.env['STOCKINETTE_COMMAND'] ?? 'npm run shop --'

/** Whether this is a release, which has nothing but what the shop needs to run. */
export const isRelease = process.env['STOCKINETTE_COMMAND'] !== undefined
