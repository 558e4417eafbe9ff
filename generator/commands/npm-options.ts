/** Finds options that `npm run` has taken for itself. */

/** Options of npm itself, which may be set in a `.npmrc`. */
const OF_NPM: ReadonlySet<string> = new Set(['all', 'force', 'json', 'key', 'save'])

/**
 * Says which of a command's options (names without dashes) npm has taken for itself, because no
 * `--` stands before them: it passes such an option on as `npm_config_<name>` only, and the
 * command would do something else than was asked for. Undefined if npm has taken none.
 */
export function takenByNpm(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const command = env.npm_lifecycle_event
  if (command === undefined) return undefined
  const taken = names.find(
    name => !OF_NPM.has(name) && env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  )
  if (taken === undefined) return undefined
  const start = command === 'start' ? 'npm start' : `npm run ${command}`
  return `npm has taken --${taken} for itself: write -- before it, as in "${start} -- --${taken}"`
}
